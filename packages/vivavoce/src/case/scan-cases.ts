import { resolve } from "node:path";
import { InputError } from "../base/index.ts";
import type { CaseFiles } from "./case-files.ts";
import { type CaseChecks, CaseScan } from "./case-scan.ts";
import { type CaseSet, caseSet } from "./case-set.ts";
import { caseFetcher } from "./fetch-case.ts";
import { depthFault, nameFault } from "./read/fault.ts";
import { findFiles } from "./read/find-files.ts";
import { idOf, type ReadItem } from "./read/raw-case.ts";
import { readCaseFile } from "./read/read-file.ts";
import { shapeFault } from "./read/shape.ts";

export interface ScanOptions extends CaseChecks {
  /** What globs are relative to: the directory of the suite's file. */
  baseDirectory: string;
  /** Accepts a list without cases, because there is something else to score. */
  mayBeEmpty?: boolean | undefined;
}

/**
 * The first pass over a suite's cases: reads and checks them one at a time, and keeps them, or where they are.
 * Throws an InputError with all that is wrong in all files.
 *
 * @example
 * const set = await scanCases(cases("./cases/*.json"), { baseDirectory: import.meta.dirname });
 * const first = await set.read(0);
 */
export async function scanCases(source: CaseFiles, options: ScanOptions): Promise<CaseSet> {
  const baseDirectory = resolve(options.baseDirectory);
  const { from } = source;
  const { files, problems } =
    from.kind === "files"
      ? await findFiles(from.globs, baseDirectory)
      : { files: [], problems: options.mayBeEmpty ? [] : emptyList(from.cases) };
  const scan = new CaseScan(source, files, options);
  for (const problem of problems) scan.problems.add(problem);
  if (from.kind === "list") {
    for (const item of readList(from.cases)) {
      const taking = scan.take(item, 0);
      if (taking) await taking;
    }
  }
  for (const [number, file] of files.entries()) {
    if (!scan.problems.full) await scanFile(scan, resolve(baseDirectory, file), number);
  }
  if (scan.problems.all.length > 0) throw new InputError(scan.problems.all);
  const { index, kept, selected } = scan;
  const fetch = caseFetcher(source, files, baseDirectory);
  return caseSet({ source, index, kept, selected, files, warnings: scan.warnings.all, fetch });
}

async function scanFile(scan: CaseScan, path: string, number: number): Promise<void> {
  for (const item of readCaseFile(path)) {
    const taking = scan.take(item, number);
    if (taking) await taking;
    if (!scan.problems.full) continue;
    scan.problems.addLast({
      message: "too many problems: Viva stopped reading here",
      remedy: "fix some of them, then check again",
    });
    return;
  }
}

function emptyList(cases: readonly unknown[]) {
  return cases.length > 0 ? [] : [{ message: "the list of cases is empty", remedy: "give at least one case" }];
}

/** Cases given in code. */
function* readList(cases: readonly unknown[]): Generator<ReadItem> {
  for (const [offset, value] of cases.entries()) {
    const shape = shapeFault(value);
    if (!shape) yield { kind: "case", value, flaws: [], offset, length: 0 };
    else {
      const { message, remedy } = shape.kind === "depth" ? depthFault(0) : nameFault(0);
      yield { kind: "unreadable", id: idOf(value), offset, flaws: [{ message, remedy }] };
    }
  }
}

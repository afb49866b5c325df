import type { Stats } from "node:fs";
import { glob, readlink, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  hasCode,
  InputError,
  isMissing,
  keepMemoryModest,
  messageOf,
  type Problem,
  relativePath,
  safeLine,
} from "../base/index.ts";
import type { CaseFiles } from "./case-files.ts";
import { type CaseChecks, CaseScan } from "./case-scan.ts";
import { type CaseSet, caseFetcher, caseSet } from "./case-set.ts";
import { depthFault, nameFault, shapeFault } from "./read/fault.ts";
import { idOf, type ReadItem } from "./read/raw-case.ts";
import { formatOf, readCaseFile } from "./read/read-file.ts";

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

/** After so many cases of a file, whatever else waits has its turn, such as Ctrl-C. */
const atOnce = 1_000;
/** More than this is much work. */
const many = 5_000;

async function scanFile(scan: CaseScan, path: string, number: number): Promise<void> {
  let taken = 0;
  for (const item of readCaseFile(path)) {
    if (++taken % atOnce === 0) await setImmediate();
    if (taken === many) keepMemoryModest();
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

interface FoundFiles {
  /** Relative to the base directory, with forward slashes, sorted. */
  files: string[];
  problems: Problem[];
}

/** The files that globs match. The order is that of the paths, whatever the file system's. */
export async function findFiles(globs: readonly string[], baseDirectory: string): Promise<FoundFiles> {
  const files = new Set<string>();
  const problems = new Map<string, Problem>();
  for (const pattern of globs) {
    const matches = await matchesOf(pattern, baseDirectory);
    for (const { path, problem } of matches) {
      if (problem) problems.set(path, problem);
      else files.add(path);
    }
    if (matches.length === 0) problems.set(pattern, await nothingMatches(pattern, baseDirectory));
  }
  const inOrder = [...problems].sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: [...files].sort(), problems: inOrder.map(([, problem]) => problem) };
}

/** A path that a glob matches and, if it cannot be read, why. */
interface Match {
  path: string;
  problem?: Problem | undefined;
}

async function matchesOf(pattern: string, baseDirectory: string): Promise<Match[]> {
  // A pattern that is the name of an existing file means that file, even with brackets in it.
  const asWritten = await matchAt(pattern, baseDirectory);
  if (asWritten) return [asWritten];
  const matches: Match[] = [];
  for await (const path of glob(pattern, { cwd: baseDirectory })) {
    const match = await matchAt(path, baseDirectory);
    if (match) matches.push(match);
  }
  return matches;
}

/** Undefined for a missing path and for a folder, because a glob for files may also match folders. */
async function matchAt(given: string, baseDirectory: string): Promise<Match | undefined> {
  const absolute = isAbsolute(given) ? given : resolve(baseDirectory, given);
  const path = relativePath(baseDirectory, absolute);
  const refused = (message: string, remedy: string): Match => ({
    path,
    problem: { message, place: { file: path }, remedy },
  });
  const kind = await stat(absolute).catch((error: unknown) => error);
  if (isStats(kind)) {
    if (kind.isFile()) return { path };
    const isNamedSo = formatOf(absolute) !== undefined;
    if (kind.isDirectory())
      return isNamedSo ? refused("a folder with the name of a case file", "rename the folder") : undefined;
    return refused("not a regular file, so Viva reads no case from it", "keep cases in regular files");
  }
  const target = await readlink(absolute).catch(() => undefined);
  if (target !== undefined) {
    const leads = isLoop(kind) ? "back to itself" : "to nothing readable";
    return refused(`a link that leads ${leads}: ${safeLine(target, 120)}`, "remove the link, or repair its target");
  }
  return leadsNowhere(kind) ? undefined : refused(`cannot be read: ${messageOf(kind)}`, "check its permissions");
}

async function nothingMatches(pattern: string, baseDirectory: string): Promise<Problem> {
  const kind = await stat(resolve(baseDirectory, pattern)).catch(() => undefined);
  const place = { file: pattern };
  if (kind?.isDirectory()) {
    const remedy = `name the files in it: "${pattern.replace(/[\\/]+$/, "")}/*.json"`;
    return { message: "a folder, not a case file", place, remedy };
  }
  const remedy = "a glob is relative to the file of the suite that names it";
  return { message: `no file matches in ${baseDirectory}`, place, remedy };
}

function isStats(value: unknown): value is Stats {
  return typeof value === "object" && value !== null && "isFile" in value;
}

function isLoop(error: unknown): boolean {
  return hasCode(error, "ELOOP");
}

/** Also true for a text that cannot be a path. */
function leadsNowhere(error: unknown): boolean {
  return isMissing(error) || hasCode(error, "EINVAL", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE");
}

import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { InputError, keepMemoryModest, type Problem, showPlace } from "../base/index.ts";
import { type Case, caseSchema } from "../shape/index.ts";
import type { CaseFiles } from "./case-files.ts";
import { CaseIndex, type CaseSet, caseFetcher, caseHash, caseSet, inlineName } from "./case-set.ts";
import { type AgentOutline, examineCase } from "./check/examine-case.ts";
import { findFiles } from "./find-files.ts";
import { depthFault, nameFault, shapeFault } from "./read/fault.ts";
import { type Flaw, idOf, type RawCase, type ReadItem } from "./read/raw-case.ts";
import { readCaseFile } from "./read/read-file.ts";

interface ScanOptions extends AgentOutline {
  /** Which of the checked cases to keep. */
  select?: ((subject: Case) => boolean) | undefined;
  /** How many characters of finished cases stay in memory; the cases beyond them are read again when they are needed. */
  keptCharacters?: number | undefined;
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
    from.kind === "files" ? await findFiles(from.globs, baseDirectory) : { files: [], problems: [] };
  if (from.kind === "list" && from.cases.length === 0 && !options.mayBeEmpty)
    problems.push({ message: "the list of cases is empty", remedy: "give at least one case" });
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
  return caseSet(source, files, scan, caseFetcher(source, files, baseDirectory));
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

/** Problems up to a limit, so that a file full of mistakes cannot fill the memory. */
export class ProblemList {
  readonly #limit: number;
  readonly #what: string;
  readonly #problems: Problem[] = [];
  #dropped = 0;

  /** `what` names the problems that are left out, after "and" and their number. */
  constructor(limit: number, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  get full(): boolean {
    return this.#problems.length >= this.#limit;
  }

  add(problem: Problem): void {
    if (this.full) this.#dropped++;
    else this.#problems.push(problem);
  }

  /** Adds one problem even if that is over the limit. */
  addLast(problem: Problem): void {
    this.#problems.push(problem);
  }

  /** All that were kept, and a last one that counts the others. */
  get all(): readonly Problem[] {
    return this.#dropped === 0
      ? this.#problems
      : [...this.#problems, { message: `and ${this.#dropped} ${this.#what}` }];
  }
}

const mostLines = 2 ** 32;

/** The first pass: takes what the files hold, item by item, and keeps where each case is and what is wrong with it. */
class CaseScan {
  readonly index = new CaseIndex();
  /** The numbers of the selected cases in the index. */
  readonly selected: number[] = [];
  readonly problems = new ProblemList(10_000, "more problems");
  readonly warnings = new ProblemList(1_000, "more warnings");
  /** Finished cases as JSON, by their numbers in the index: the first ones, as far as there is room. */
  readonly kept = new Map<number, string>();
  #room: number;
  /** Where each id was first seen: the file, and in it the line. Two numbers in one take less memory. */
  readonly #seen = new Map<string, number>();
  readonly #source: CaseFiles;
  readonly #files: readonly string[];
  readonly #checks: ScanOptions;

  constructor(source: CaseFiles, files: readonly string[], checks: ScanOptions) {
    this.#source = source;
    this.#files = files;
    this.#checks = checks;
    this.#room = checks.keptCharacters ?? 4_000_000;
  }

  /** A promise only where a schema of one's own has to be awaited. */
  take(item: ReadItem, file: number): void | Promise<void> {
    if (item.kind === "case") return this.#takeCase(item, file);
    if (item.kind === "remark") return this.warnings.add(this.#problem(item.flaw, file));
    for (const flaw of item.flaws) this.problems.add(this.#problem(flaw, file, item.id, item.offset));
  }

  #takeCase(raw: RawCase, file: number): void | Promise<void> {
    const examined = examineCase(raw, this.#name(file, raw.offset), this.#source, this.#checks);
    if (examined instanceof Promise) return examined.then((late) => this.#keepCase(raw, file, late));
    this.#keepCase(raw, file, examined);
  }

  #keepCase(raw: RawCase, file: number, examined: Awaited<ReturnType<typeof examineCase>>): void {
    for (const problem of examined.problems) this.problems.add(problem);
    for (const warning of examined.warnings) this.warnings.add(warning);
    const subject = examined.case;
    // Copied, because an id that a schema cut out of a long text would keep all of that text in memory.
    const id = subject ? Buffer.from(subject.id).toString() : idOf(raw.value);
    if (id !== undefined) this.#noteId(id, raw, file);
    if (!subject || id === undefined) return;
    const { offset, length } = raw;
    const line = raw.source?.start.line ?? 0;
    const number = this.index.add({ id, file, offset, length, line, hash: caseHash(subject) });
    if (this.#checks.select && !this.#checks.select(subject)) return;
    this.selected.push(number);
    // A schema of one's own is asked again, because it must give the same case every time.
    if (this.#room <= 0 || this.#source.schema !== caseSchema) return;
    const text = JSON.stringify(subject);
    this.#room -= text.length;
    if (this.#room >= 0) this.kept.set(number, text);
  }

  #noteId(id: string, raw: RawCase, file: number): void {
    const { source, offset } = raw;
    const before = this.#seen.get(id);
    if (before === undefined) return void this.#seen.set(id, file * mostLines + (source?.start.line ?? offset));
    const [firstFile, line] = [Math.floor(before / mostLines), before % mostLines];
    const first = source ? showPlace({ file: this.#name(firstFile, 0), line }) : this.#name(firstFile, line);
    const message = `the id "${id}" is used twice: first in ${first}`;
    const position =
      source &&
      (source.has(["id"]) ? source.value(["id"]) : (source.find({ kind: "value", value: id }) ?? source.start));
    this.problems.add(this.#problem({ message, remedy: "give one of them another id", position }, file, id, offset));
  }

  #problem({ message, remedy, position }: Flaw, file: number, caseId?: string, offset = 0): Problem {
    const { line, column } = position ?? {};
    return { message, remedy, place: { file: this.#name(file, offset), line, column, caseId } };
  }

  #name(file: number, offset: number): string {
    return this.#files[file] ?? inlineName(offset);
  }
}

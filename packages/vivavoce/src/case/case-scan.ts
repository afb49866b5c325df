import { type Problem, showPlace } from "../base/index.ts";
import { type Case, caseSchema } from "../shape/index.ts";
import type { CaseFiles } from "./case-files.ts";
import { CaseIndex } from "./case-index.ts";
import { caseHash, inlineName } from "./case-set.ts";
import { type AgentOutline, type ExaminedCase, examineCase } from "./check/examine-case.ts";
import { type Flaw, idOf, type RawCase, type ReadItem } from "./read/raw-case.ts";

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

/** Where each id was first seen. Two numbers are packed into one to save memory with a hundred thousand cases. */
export class SeenIds {
  readonly #places = new Map<string, number>();

  /** Notes an id; returns where it was before, if it was. */
  note(id: string, file: number, line: number): { file: number; line: number } | undefined {
    const before = this.#places.get(id);
    if (before !== undefined) return { file: Math.floor(before / lines), line: before % lines };
    this.#places.set(id, file * lines + line);
    return undefined;
  }
}

const lines = 2 ** 32;

export interface CaseChecks extends AgentOutline {
  /** Which of the checked cases to keep. */
  select?: ((subject: Case) => boolean) | undefined;
  /** How many characters of finished cases stay in memory; the cases beyond them are read again when they are needed. */
  keptCharacters?: number | undefined;
}

/** The first pass: takes what the files hold, item by item, and keeps where each case is and what is wrong with it. */
export class CaseScan {
  readonly index = new CaseIndex();
  /** The numbers of the selected cases in the index. */
  readonly selected: number[] = [];
  readonly problems = new ProblemList(10_000, "more problems");
  readonly warnings = new ProblemList(1_000, "more warnings");
  /** Finished cases as JSON, by their numbers in the index: the first ones, as far as there is room. */
  readonly kept = new Map<number, string>();
  #room: number;
  readonly #seen = new SeenIds();
  readonly #source: CaseFiles;
  readonly #files: readonly string[];
  readonly #checks: CaseChecks;

  constructor(source: CaseFiles, files: readonly string[], checks: CaseChecks) {
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

  #keepCase(raw: RawCase, file: number, examined: ExaminedCase): void {
    for (const problem of examined.problems) this.problems.add(problem);
    for (const warning of examined.warnings) this.warnings.add(warning);
    const subject = examined.case;
    const id = subject ? detached(subject.id) : idOf(raw.value);
    if (id !== undefined) this.#noteId(id, raw, file);
    if (!subject || id === undefined) return;
    const { offset, length } = raw;
    const line = raw.source?.start.line ?? 0;
    const number = this.index.add({ id, file, offset, length, line, hash: caseHash(subject) });
    if (this.#checks.select && !this.#checks.select(subject)) return;
    this.selected.push(number);
    // A schema of one's own is asked again, because it must give the same case every time.
    if (this.#room > 0 && this.#source.schema === caseSchema) this.#keep(number, JSON.stringify(subject));
  }

  #keep(number: number, text: string): void {
    this.#room -= text.length;
    if (this.#room >= 0) this.kept.set(number, text);
  }

  #noteId(id: string, raw: RawCase, file: number): void {
    const { source, offset } = raw;
    const before = this.#seen.note(id, file, source?.start.line ?? offset);
    if (!before) return;
    const first = source
      ? showPlace({ file: this.#name(before.file, 0), line: before.line })
      : this.#name(before.file, before.line);
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

/** Copies an id, because an id that a schema cut out of a long text would keep all of that text in memory. */
function detached(id: string): string {
  return Buffer.from(id).toString();
}

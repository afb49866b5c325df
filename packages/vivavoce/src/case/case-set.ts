import { createHash } from "node:crypto";
import { resolve } from "node:path";
import {
  hasCode,
  hashOf,
  InfrastructureError,
  InputError,
  isMissing,
  messageOf,
  type Place,
  type Problem,
  readRegularFile,
  sliceOfRegularFile,
} from "../base/index.ts";
import type { Case } from "../shape/index.ts";
import type { CaseFiles } from "./case-files.ts";
import { validateCase } from "./check/validate.ts";
import { formatOf } from "./read/read-file.ts";
import { readYaml } from "./read/read-yaml.ts";

/** The checked cases of a suite, in input order. Those that do not fit into memory stay in their files. */
export interface CaseSet {
  /** How many were selected, and how many there are. */
  readonly size: number;
  readonly total: number;
  /** A hash over the selected cases, in order. */
  readonly identity: string;
  readonly warnings: readonly Problem[];
  /** Relative to the base directory; empty for cases given in code. */
  readonly files: readonly string[];
  id(index: number): string;
  /** SHA-256 of the case, in hex. */
  hash(index: number): string;
  place(index: number): Place;
  /** A copy of the case. One that is read again from its file is refused if it is no longer what was checked. */
  read(index: number): Case | Promise<Case>;
}

/** What the first pass over a suite's cases has found. */
interface ScannedCases {
  index: CaseIndex;
  /** Finished cases as JSON, by their numbers in the index. */
  kept: ReadonlyMap<number, string>;
  /** The numbers of the selected cases in the index. */
  selected: readonly number[];
  warnings: { all: readonly Problem[] };
}

/** @internal What `scanCases` returns. */
export function caseSet(
  source: CaseFiles,
  files: readonly string[],
  { index, kept, selected, warnings }: ScannedCases,
  fetch: FetchCase,
): CaseSet {
  const numberOf = (position: number) => selected[position] ?? -1;
  const entryAt = (position: number) => index.entry(numberOf(position));
  const readAgain = async (position: number): Promise<Case> => {
    const entry = entryAt(position);
    const place = placeOf(entry, files);
    const validation = await validateCase(source, await fetchAgain(fetch, entry, place));
    if (validation.kind !== "valid" || caseHash(validation.case) !== entry.hash) throw changed(place);
    return validation.case;
  };
  return {
    size: selected.length,
    total: index.size,
    identity: identityOf(index, selected),
    warnings: warnings.all,
    files,
    id: (position) => index.ids[numberOf(position)] ?? entryAt(position).id,
    hash: (position) => entryAt(position).hash,
    place: (position) => placeOf(entryAt(position), files),
    read: (position) => {
      const text = kept.get(numberOf(position));
      return text === undefined ? readAgain(position) : JSON.parse(text);
    },
  };
}

/** What makes a case another question. To retire it does not. */
export function caseHash({ retired: _retired, ...asked }: Case): string {
  return hashOf(asked);
}

function identityOf(index: CaseIndex, selected: readonly number[]): string {
  const hash = createHash("sha256");
  for (const entry of selected.map((number) => index.entry(number))) hash.update(`${entry.id} ${entry.hash}\n`);
  return hash.digest("hex");
}

function placeOf({ id, file, offset, line }: CaseEntry, files: readonly string[]): Place {
  return { file: files[file] ?? inlineName(offset), line: line === 0 ? undefined : line, caseId: id };
}

/** The "file name" of a case that was given in code. */
export function inlineName(offset: number): string {
  return `inline case ${offset + 1}`;
}

async function fetchAgain(fetch: FetchCase, entry: CaseEntry, place: Place): Promise<unknown> {
  try {
    return await fetch(entry);
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error) || hasCode(error, "EISDIR")) throw changed(place, error);
    throw new InfrastructureError({ message: `a case cannot be read again: ${messageOf(error)}`, place, cause: error });
  }
}

function changed(place: Place, cause?: unknown): InputError {
  const message = "the case was changed during the run: it differs from what was checked at the start";
  const remedy =
    "start again, and leave the case files alone until the run ends; a schema must give the same case every time";
  return new InputError({ message, place, remedy }, cause);
}

type FetchCase = (entry: CaseEntry) => Promise<unknown>;

/**
 * Reads single cases again from where the first pass found them. In JSON it reads only their bytes. A YAML file is parsed
 * as a whole, and the last file is kept.
 */
export function caseFetcher(source: CaseFiles, files: readonly string[], baseDirectory: string): FetchCase {
  const { from } = source;
  if (from.kind === "list") return async ({ offset }) => from.cases[offset];
  let last: { path: string; values: Promise<unknown[]> } | undefined;
  return async ({ file, offset, length }) => {
    const path = resolve(baseDirectory, files[file] ?? "");
    if (formatOf(path) !== "yaml") return JSON.parse(sliceOfRegularFile(path, offset, length).toString());
    if (last?.path !== path) last = { path, values: readRegularFile(path).then(yamlValues) };
    return (await last.values)[offset];
  };
}

function yamlValues(bytes: Buffer): unknown[] {
  return [...readYaml(bytes)].flatMap((item) => (item.kind === "case" ? [item.value] : []));
}

/** Where a case is, and its hash when it was checked. */
interface CaseEntry {
  id: string;
  /** Its file's number in the list of files. */
  file: number;
  offset: number;
  length: number;
  /** 0 for a case given in code. */
  line: number;
  /** SHA-256 of the finished case, in hex. */
  hash: string;
}

const hashBytes = 32;
const entryBytes = hashBytes + 4 + 8 + 4 + 4;
const entriesPerBlock = 1024;

/**
 * What stays in memory of every case while a suite runs: its id and 52 bytes. It grows by blocks, so that growing neither
 * copies nor reserves much.
 */
export class CaseIndex {
  readonly ids: string[] = [];
  readonly #blocks: Buffer[] = [];

  get size(): number {
    return this.ids.length;
  }

  /** Returns the entry's number. */
  add({ id, file, offset, length, line, hash }: CaseEntry): number {
    const number = this.ids.length;
    if (number % entriesPerBlock === 0) this.#blocks.push(Buffer.alloc(entryBytes * entriesPerBlock));
    this.ids.push(id);
    const { block, at } = this.#locate(number);
    block.write(hash, at, "hex");
    block.writeUInt32LE(file, at + hashBytes);
    block.writeDoubleLE(offset, at + hashBytes + 4);
    block.writeUInt32LE(length, at + hashBytes + 12);
    block.writeUInt32LE(line, at + hashBytes + 16);
    return number;
  }

  entry(number: number): CaseEntry {
    const { block, at } = this.#locate(number);
    return {
      id: this.ids[number] ?? "",
      hash: block.toString("hex", at, at + hashBytes),
      file: block.readUInt32LE(at + hashBytes),
      offset: block.readDoubleLE(at + hashBytes + 4),
      length: block.readUInt32LE(at + hashBytes + 12),
      line: block.readUInt32LE(at + hashBytes + 16),
    };
  }

  #locate(number: number): { block: Buffer; at: number } {
    const block = this.#blocks[Math.floor(number / entriesPerBlock)];
    if (!block || number < 0 || number >= this.size) {
      throw new RangeError(`there is no case number ${number} among ${this.size}`);
    }
    return { block, at: (number % entriesPerBlock) * entryBytes };
  }
}

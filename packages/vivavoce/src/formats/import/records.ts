import { isUtf8 } from "node:buffer";
import { stat } from "node:fs/promises";
import { extname } from "node:path";
import {
  InputError,
  isJsonObject,
  isMissing,
  type JsonObject,
  type JsonValue,
  messageOf,
  type Place,
  readRegularFile,
} from "../../base/index.ts";
import { type Flaw, type Path, type ReadItem, readJson, readJsonLines, readYaml } from "../../case/index.ts";
import type { ImportReport } from "./import-report.ts";
import { readCsv } from "./read-csv.ts";
import { safeJson } from "./safe-json.ts";

/** One value of a file, and the places of its parts. Places are valid until the next record is read. */
export interface SourceRecord {
  value: JsonValue;
  place(path?: Path): Place;
  /** A row of a CSV file, in which every value is a text. */
  csv: boolean;
}

/** What stands under a name or a number in a record, with the places of its parts. */
export function partOf({ value, place, csv }: SourceRecord, key: string | number): SourceRecord {
  const part = typeof value === "object" && value !== null ? (value as Record<typeof key, JsonValue>)[key] : null;
  return { value: part ?? null, place: (path = []) => place([key, ...path]), csv };
}

/** The items of a list; anything else is its only item, and null is none. */
export function itemsOf(record: SourceRecord): SourceRecord[] {
  if (Array.isArray(record.value)) return record.value.map((_, index) => partOf(record, index));
  return record.value === null ? [] : [record];
}

const largestFile = 64 * 1024 * 1024;

/** The values of a file in order: rows, lines, the items of a list, or the one value that it holds. What cannot be read is reported. */
export async function* readRecords(path: string, file: string, report: ImportReport): AsyncGenerator<SourceRecord> {
  let read = 0;
  const ending = extname(path).toLowerCase();
  try {
    if (ending === ".csv") return yield* csvRecords(await wholeFile(path), file, report);
    for await (const item of readItems(path, ending)) {
      read += 1;
      const record = recordOf(item, file, report);
      if (record) yield /^\.ya?ml$/.test(ending) ? { ...record, value: withMerges(record.value) } : record;
    }
    if (read === 0) report.lost("the file is empty", { file });
  } catch (error) {
    const refusal = error instanceof InputError ? error.problems[0] : undefined;
    if (!refusal && !(error instanceof Error && "code" in error)) throw error;
    if (isMissing(error)) report.lost("there is no such file", { file }, "check its name and the folder you are in");
    else report.lost(`cannot be read: ${messageOf(refusal ?? error)}`, { file }, refusal?.remedy);
  }
}

async function* readItems(path: string, ending: string): AsyncGenerator<ReadItem> {
  if (ending === ".jsonl" || ending === ".ndjson") return yield* readJsonLines(path);
  if (ending === ".yaml" || ending === ".yml") return yield* readYaml(await wholeFile(path));
  // Collectors write one request a line, into files named .json.
  if (await holdsLines(path)) return yield* readJsonLines(path);
  yield* readJson(await wholeFile(path));
}

async function wholeFile(path: string): Promise<Buffer> {
  const { size } = await stat(path);
  if (size <= largestFile) return readRegularFile(path);
  const remedy = "Split it, or write one JSON value a line, which is read line by line and may have any size.";
  throw new InputError({
    message: `it is larger than ${largestFile / 1024 / 1024} MB, too large to read in one piece`,
    remedy,
  });
}

/** Whether the first line is a JSON object by itself, and more follows. */
async function holdsLines(path: string): Promise<boolean> {
  const values = [];
  for await (const item of readJsonLines(path)) {
    values.push(item.kind === "case" && typeof item.value === "object" && !Array.isArray(item.value));
    if (values.length === 2) break;
  }
  return values.length === 2 && values[0] === true;
}

function recordOf(item: ReadItem, file: string, report: ImportReport): SourceRecord | undefined {
  if (item.kind === "remark") return undefined;
  const start = item.source?.start;
  if (item.kind === "unreadable" && item.value === undefined) {
    for (const flaw of item.flaws) report.lost(flaw.message, placeOf(flaw, file), flaw.remedy);
    return undefined;
  }
  for (const flaw of item.flaws) {
    const place = placeOf(flaw, file);
    if (item.kind === "case") report.note("changed", "field given twice", "the last one counts", place, flaw.message);
    else report.note("dropped", "__proto__", "a field of this name is never read", place, flaw.message);
  }
  const place = (path: Path = []): Place => {
    const { line, column } = (path.length === 0 ? start : item.source?.field(path)) ?? {};
    return { file, line, column };
  };
  const value = item.kind === "unreadable" ? safeJson(item.value).value : item.value;
  return { value: value as JsonValue, place, csv: false };
}

function placeOf({ position }: Flaw, file: string): Place {
  return { file, line: position?.line, column: position?.column };
}

function* csvRecords(bytes: Buffer, file: string, report: ImportReport): Generator<SourceRecord> {
  const offset = isUtf8(bytes) ? bytes.indexOf(0) : 0;
  if (offset !== -1) {
    const line = bytes.subarray(0, offset).toString("latin1").split("\n").length;
    const message = isUtf8(bytes) ? "a NUL byte" : "the file is not UTF-8";
    return report.lost(message, { file, line }, "save the file as text in UTF-8");
  }
  let rows = 0;
  for (const item of readCsv(bytes.toString("utf8"))) {
    rows += 1;
    const place = () => ({ file, line: item.line });
    if ("fields" in item) yield { value: item.fields, place, csv: true };
    else report.lost(item.message, place(), item.remedy);
  }
  if (rows === 0) report.lost("this file has no rows", { file });
}

/** YAML's merge keys, which the reader of case files leaves as they are. */
export function withMerges(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withMerges);
  if (!isJsonObject(value)) return value;
  const own = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMerges(field)]));
  const { "<<": merged, ...rest } = own;
  if (merged === undefined) return own;
  const inherited = [merged].flat().filter(isJsonObject).toReversed();
  return Object.assign({}, ...inherited, rest) as JsonObject;
}

/** The fields of a record, taken one by one, so that unused ones can be reported; none if it is not an object. */
export class ImportedFields {
  readonly #left: Map<string, JsonValue>;
  readonly #record: SourceRecord;
  readonly #report: ImportReport;
  /** What is expected there and cannot be expected of a case. */
  readonly lost: string[] = [];

  constructor(record: SourceRecord, report: ImportReport) {
    const { value } = record;
    const all = Object.entries(isJsonObject(value) ? value : {});
    this.#left = new Map(all.filter(([key]) => key !== "__proto__"));
    this.#record = record;
    this.#report = report;
  }

  /** Whether they are the cells of a row. */
  get csv(): boolean {
    return this.#record.csv;
  }

  /** The value under a snake_case name or its camelCase form; undefined if it is missing, null or an empty text. */
  take(name: string): JsonValue | undefined {
    let found: JsonValue | undefined;
    for (const key of new Set([name, name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())])) {
      const value = this.#left.get(key);
      if (value !== undefined && value !== null && value !== "") found ??= value;
      this.#left.delete(key);
    }
    return found;
  }

  /** The unused fields that are not empty. */
  rest(): [string, JsonValue][] {
    return [...this.#left].filter(([, value]) => value !== null && value !== "");
  }

  /** The place of the record, or of a part of it. */
  place(...path: (string | number)[]): Place {
    return this.#record.place(path);
  }

  /** Reports what became of a field, or of a kind of thing in it. */
  note(fate: Parameters<ImportReport["note"]>[0], kind: string, becomes: string, field = kind): void {
    this.#report.note(fate, kind, becomes, this.place(field));
  }

  /** A part of what is expected was left out. */
  lostCheck(kind: string, becomes: string, field = kind): void {
    this.lost.push(kind);
    this.note("dropped", kind, becomes, field);
  }

  /** A field that is part of the case; `metrics` are those that a suite needs to score it. */
  imported(field: string, becomes: string, ...metrics: string[]): void {
    this.#report.note("imported", field, becomes, this.place(field), "", metrics);
  }
}

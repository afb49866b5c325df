import { glob, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  messageOf,
  type Place,
  readRegularFile,
  readYamlText,
  relativePath,
  toJsonValue,
  yamlData,
} from "../../../base/index.ts";
import type { ImportReport } from "../import-report.ts";
import { itemsOf, partOf, readRecords, type SourceRecord, withMerges } from "../records.ts";
import { objectIn, textOf } from "../safe-json.ts";
import { testFromRow } from "./assertion-text.ts";

/** A test and its place. */
export type Test = ReturnType<typeof testIn>;

/** Reads what a config refers to, from files below its folder. */
export class ConfigFiles {
  readonly #report: ImportReport;
  readonly folder: string;

  constructor(report: ImportReport, folder: string) {
    this.#report = report;
    this.folder = folder;
  }

  /** The tests in a value of `tests`: a list, the name of a file, or a list of both. */
  async *tests(all: SourceRecord): AsyncGenerator<Test> {
    for (const record of itemsOf(all)) {
      const { value } = record;
      if (typeof value === "string") yield* this.#testsIn(value, record.place());
      else if (isJsonObject(value) && typeof value.path === "string")
        this.#unread("generated tests", value.path, "is a program, and an import runs no code", record.place());
      else if (isJsonObject(value)) yield testIn(record);
      else this.#report.lost("this is not a test", record.place(), "a test is an object with vars and assert");
    }
  }

  async *#testsIn(reference: string, place: Place): AsyncGenerator<Test> {
    for await (const record of this.#records("tests", reference, place)) {
      const { value, csv } = record;
      if (isJsonObject(value) && Array.isArray(value.tests)) yield* this.tests(partOf(record, "tests"));
      else if (csv || isJsonObject(value)) yield testIn(record);
      else this.#report.lost("this is not a test", record.place());
    }
  }

  async *#records(what: string, reference: string, place: Place): AsyncGenerator<SourceRecord> {
    const files = await follow(reference, this.folder);
    if ("refused" in files) return this.#unread(what, reference, files.refused, place);
    for (const file of files.found) yield* readRecords(file, relativeName(file), this.#report);
  }

  /** An object that may be in a file of its own, such as `defaultTest: file://defaults.yaml`. */
  async object(value: JsonValue | undefined, what: string, place: Place): Promise<JsonObject | undefined> {
    if (isJsonObject(value) || value === undefined || value === null) return value ?? undefined;
    if (!isReference(value)) return void this.#unread(what, textOf(value), "is not an object", place);
    for await (const record of this.#records(what, value, place)) if (isJsonObject(record.value)) return record.value;
    return undefined;
  }

  /** Variables, or the file or files that they stand in. */
  async vars(value: JsonValue | undefined, place: Place): Promise<JsonObject> {
    const all: JsonObject = {};
    for (const item of [value ?? []].flat()) Object.assign(all, await this.object(item, "vars", place));
    return all;
  }

  /** A value that may stand in files, of which a glob names several; or why they are not read. */
  async values(value: JsonValue): Promise<Behind<JsonValue>> {
    if (!isReference(value)) return { found: [value] };
    const files = await textsBehind(value, this.folder);
    if ("refused" in files) return { refused: `${value} ${files.refused}` };
    // YAML and JSON are data, any other file is a text.
    const all = files.found.map(({ path, text }) => (/\.(?:json|ya?ml)$/i.test(path) ? dataIn(text) : text.trim()));
    const found = all.filter((one) => one !== undefined);
    return found.length < all.length ? { refused: `${value} is neither JSON nor YAML` } : { found };
  }

  /** Tests that cannot be read count as lost cases. */
  #unread(what: string, reference: string, why: string, place: Place): void {
    const remedy = "name a YAML, JSON, JSON lines or CSV file below the config's folder";
    this.#report.lost(`${what}: ${reference} ${why}`, place, remedy);
  }
}

/** A test as a record holds it: an object, or a row of a CSV file. */
export function testIn(record: SourceRecord) {
  const test = record.csv ? testFromRow(objectIn(record.value)) : objectIn(record.value);
  const own = itemsOf({ ...partOf(record, "assert"), value: test.assert ?? null });
  // Its own assertions, without those of its defaults.
  return { test, place: record.place(), assertions: own.map(({ value, place }) => ({ value, place: place() })) };
}

/** A file's path relative to the user's folder. */
function relativeName(path: string): string {
  const name = relativePath(process.cwd(), path);
  return name === "" || name.startsWith("../../..") ? path : name;
}

/** What a reference leads to, or why that is not read. */
export type Behind<T> = { found: T[] } | { refused: string };

/** Whether a text stands for the file that it names. An address of the web is a text like any other. */
export function isReference(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("file://");
}

/** Follows `file://…`, with globs, to files below a folder. A config from elsewhere reads nothing beyond its own folder. */
export async function follow(reference: string, folder: string): Promise<Behind<string>> {
  if (/^(?!file:)\w+:\/\//.test(reference)) return { refused: "is not a local file" };
  const path = pathOf(reference);
  if (path === undefined) return { refused: "is not a path" };
  const unread = unreadKind(path);
  if (unread) return { refused: unread };
  const paths = /[*?[{]/.test(path) ? (await Array.fromAsync(glob(path, { cwd: folder }))).sort() : [path];
  const found = paths.map((one) => resolve(folder, one));
  for (const one of found) {
    const refused = await refusal(one, folder);
    if (refused) return { refused };
  }
  return found.length === 0 ? { refused: "matches no file" } : { found };
}

function unreadKind(path: string): string | undefined {
  if (/\.(?:[cm]?[jt]s|py|rb|go)(?::\w+)?$/.test(path)) return "is a program, and an import runs no code";
  return /\.xlsx?(?:#.*)?$/.test(path) ? "is a spreadsheet; save it as CSV" : undefined;
}

/** The texts of the files that a reference names. */
export async function textsBehind(reference: string, folder: string): Promise<Behind<{ path: string; text: string }>> {
  const files = await follow(reference, folder);
  if ("refused" in files) return files;
  const found: { path: string; text: string }[] = [];
  for (const path of files.found) {
    const unread = unreadKind(path);
    if (unread) return { refused: unread };
    try {
      const bytes = await readRegularFile(path);
      if (bytes.includes(0)) return { refused: "is not a text" };
      found.push({ path, text: bytes.toString("utf8").replace(/^\ufeff/, "") });
    } catch (error) {
      return { refused: `cannot be read: ${messageOf(error)}` };
    }
  }
  return { found };
}

/** JSON is YAML, too. */
function dataIn(text: string): JsonValue | undefined {
  const [document, second] = readYamlText(text).documents;
  if (!document || second || document.errors.length > 0) return undefined;
  const read = yamlData(document, 100);
  return "value" in read ? withMerges(toJsonValue(read.value)) : undefined;
}

function pathOf(reference: string): string | undefined {
  if (!reference.startsWith("file://")) return reference;
  if (!reference.startsWith("file:///")) return reference.slice("file://".length);
  try {
    return fileURLToPath(reference);
  } catch {
    return undefined;
  }
}

/** A link counts as the file that it leads to. */
async function refusal(path: string, folder: string): Promise<string | undefined> {
  const outside = (from: string, to: string) => {
    const way = relative(from, to);
    return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  };
  if (outside(folder, path)) return "is outside the config's folder";
  try {
    return outside(await realpath(folder), await realpath(path)) ? "leads outside the config's folder" : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "is missing" : `cannot be read: ${messageOf(error)}`;
  }
}

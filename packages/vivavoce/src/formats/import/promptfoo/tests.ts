import { isJsonObject, type JsonObject, type JsonValue, type Place, relativePath } from "../../../base/index.ts";
import type { ImportReport } from "../import-report.ts";
import { itemsOf, partOf, readRecords, type SourceRecord } from "../records.ts";
import { objectIn, textOf } from "../safe-json.ts";
import { testFromRow } from "./assertion-text.ts";
import { type Behind, dataBehind, follow, isReference } from "./referenced-files.ts";

/** A test and its place. */
export interface Test {
  test: JsonObject;
  place: Place;
  /** Its own assertions, without those of its defaults. */
  assertions: { value: JsonValue; place: Place }[];
}

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
    const files = await follow(reference, this.folder);
    if ("refused" in files) return this.#unread("tests", reference, files.refused, place);
    for (const file of files.found) {
      for await (const record of readRecords(file, relativeName(file), this.#report)) {
        const { value, csv } = record;
        if (isJsonObject(value) && Array.isArray(value.tests)) yield* this.tests(partOf(record, "tests"));
        else if (csv || isJsonObject(value)) yield testIn(record);
        else this.#report.lost("this is not a test", record.place());
      }
    }
  }

  /** An object that may be in a file of its own, such as `defaultTest: file://defaults.yaml`. */
  async object(value: JsonValue | undefined, what: string, place: Place): Promise<JsonObject | undefined> {
    if (isJsonObject(value) || value === undefined || value === null) return value ?? undefined;
    if (!isReference(value)) return void this.#unread(what, textOf(value), "is not an object", place);
    const files = await follow(value, this.folder);
    if ("refused" in files) return void this.#unread(what, value, files.refused, place);
    const [file = ""] = files.found;
    for await (const record of readRecords(file, relativeName(file), this.#report))
      if (isJsonObject(record.value)) return record.value;
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
    const read = await dataBehind(value, this.folder);
    return "found" in read ? read : { refused: `${value} ${read.refused}` };
  }

  /** Tests that cannot be read count as lost cases. */
  #unread(what: string, reference: string, why: string, place: Place): void {
    const remedy = "name a YAML, JSON, JSON lines or CSV file below the config's folder";
    this.#report.lost(`${what}: ${reference} ${why}`, place, remedy);
  }
}

/** A test as a record holds it: an object, or a row of a CSV file. */
export function testIn(record: SourceRecord): Test {
  const test = record.csv ? testFromRow(objectIn(record.value)) : objectIn(record.value);
  const own = itemsOf({ ...partOf(record, "assert"), value: test.assert ?? null });
  return { test, place: record.place(), assertions: own.map(({ value, place }) => ({ value, place: place() })) };
}

/** A file's path relative to the user's folder. */
function relativeName(path: string): string {
  const name = relativePath(process.cwd(), path);
  return name === "" || name.startsWith("../../..") ? path : name;
}

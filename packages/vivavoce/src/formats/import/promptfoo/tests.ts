import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Place,
  relativePath,
  valueAt,
} from "../../../base/index.ts";
import type { Collected } from "../collected.ts";
import { readRecords, type SourceRecord } from "../records.ts";
import { objectIn, textOf } from "../safe-json.ts";
import { testFromRow } from "./assertion-text.ts";
import { type Behind, dataBehind, follow, isReference } from "./referenced-files.ts";

/** A test with its defaults merged in, and its place. */
export interface Test {
  test: JsonObject;
  place: Place;
  /** The place of one of its own assertions, by its position in the list. */
  assertions: { value: JsonValue; place: Place }[];
}

/** Reads what a config refers to, from files below its folder. */
export class ConfigFiles {
  readonly #into: Collected;
  readonly folder: string;

  constructor(into: Collected, folder: string) {
    this.#into = into;
    this.folder = folder;
  }

  /** The tests in a value of `tests`: a list, the name of a file, or a list of both. */
  async *tests(
    value: JsonValue | undefined,
    record: SourceRecord,
    path: readonly (string | number)[],
  ): AsyncGenerator<Test> {
    if (value === undefined || value === null) return;
    for (const [index, item] of [value].flat().entries()) {
      const at = Array.isArray(value) ? [...path, index] : path;
      if (typeof item === "string") yield* this.#testsIn(item, record.place(at));
      else if (isJsonObject(item) && typeof item.path === "string")
        this.#unread("generated tests", item.path, "is a program, and an import runs no code", record.place(at));
      else if (isJsonObject(item)) yield testIn(item, record, at);
      else this.#into.report.lost("this is not a test", record.place(at), "a test is an object with vars and assert");
    }
  }

  async *#testsIn(reference: string, place: Place): AsyncGenerator<Test> {
    const found = await follow(reference, this.folder);
    if ("refused" in found) return this.#unread("tests", reference, found.refused, place);
    for (const file of found.found) {
      for await (const record of readRecords(file, relativeName(file), this.#into.report)) {
        const value = isJsonObject(record.value) && Array.isArray(record.value.tests) ? record.value.tests : undefined;
        if (value) yield* this.tests(value, record, ["tests"]);
        else if (record.csv) yield rowTest(record);
        else if (isJsonObject(record.value)) yield testIn(record.value, record, []);
        else this.#into.report.lost("this is not a test", record.place());
      }
    }
  }

  /** An object that may be in a file of its own, such as `defaultTest: file://defaults.yaml`. */
  async object(value: JsonValue | undefined, what: string, place: Place): Promise<JsonObject | undefined> {
    if (isJsonObject(value) || value === undefined || value === null) return value ?? undefined;
    if (!isReference(value)) return void this.#unread(what, textOf(value), "is not an object", place);
    const found = await follow(value, this.folder);
    if ("refused" in found) return void this.#unread(what, value, found.refused, place);
    const [file = ""] = found.found;
    for await (const record of readRecords(file, relativeName(file), this.#into.report))
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
    this.#into.report.lost(`${what}: ${reference} ${why}`, place, remedy);
  }
}

export function rowTest(record: SourceRecord): Test {
  const test = testFromRow(objectIn(record.value));
  return testIn(test, record, []);
}

export function testIn(test: JsonObject, record: SourceRecord, path: readonly (string | number)[]): Test {
  const own = [test.assert ?? []].flat();
  const assertions = own.map((value, index) => ({ value, place: record.place([...path, "assert", index]) }));
  return { test, place: record.place(path), assertions };
}

/** `{ $ref: "#/assertionTemplates/x" }` as what it refers to in the config. */
export function resolved(assertion: JsonValue, config: JsonObject): JsonValue {
  if (!isJsonObject(assertion) || typeof assertion.$ref !== "string" || !assertion.$ref.startsWith("#/"))
    return assertion;
  const { $ref, ...own } = assertion;
  const target = valueAt(config, String($ref).slice(1));
  return isJsonObject(target) ? { ...target, ...own } : assertion;
}

/** A file's path relative to the user's folder. */
function relativeName(path: string): string {
  const name = relativePath(process.cwd(), path);
  return name === "" || name.startsWith("../../..") ? path : name;
}

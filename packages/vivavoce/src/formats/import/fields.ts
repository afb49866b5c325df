import type { JsonValue, Place } from "../../base/index.ts";
import type { SourceRecord } from "./records.ts";

/** The fields of one object, taken one by one, so that unused ones can be reported. */
export class ImportedFields {
  readonly #left: Map<string, JsonValue>;
  readonly #record: SourceRecord;
  readonly #path: readonly (string | number)[];

  constructor(value: { [key: string]: JsonValue }, record: SourceRecord, path: readonly (string | number)[] = []) {
    this.#left = new Map(Object.entries(value).filter(([key]) => key !== "__proto__"));
    this.#record = record;
    this.#path = path;
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

  place(name: string): Place {
    return this.#record.place([...this.#path, name]);
  }

  /** The unused fields that are not empty. */
  rest(): [string, JsonValue][] {
    return [...this.#left].filter(([, value]) => value !== null && value !== "");
  }
}

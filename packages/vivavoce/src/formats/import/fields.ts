import { isJsonObject, type JsonValue, type Place } from "../../base/index.ts";
import type { ImportFate, ImportReport } from "./import-report.ts";
import type { SourceRecord } from "./records.ts";

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
  note(fate: ImportFate, kind: string, becomes: string, field = kind): void {
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

import type { SourceRecord } from "./records.ts";

/** Reads the records of one file. */
export interface Importer {
  take(record: SourceRecord): void | Promise<void>;
  /** After the last record of the file. */
  finish?(): void | Promise<void>;
}

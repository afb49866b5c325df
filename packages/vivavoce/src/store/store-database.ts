import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { faultAt } from "./sqlite-fault.ts";
import { StoreFiles } from "./store-files.ts";

/** An open store: its queries, and its JSON. */
export class StoreDatabase extends Kysely<Tables> {
  readonly files: StoreFiles;
  readonly #file: string;

  constructor(native: DatabaseSync, file: string) {
    const files = new StoreFiles(native.location() ?? file);
    super({ dialect: sqliteDialect(native, files) });
    this.files = files;
    this.#file = file;
  }

  /** Parses stored JSON. SQLite does not notice a changed byte within a text. */
  json<T>(text: string): T {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw faultAt("damaged", this.#file, new Error("a text in it is no longer JSON", { cause: error }));
    }
  }
}

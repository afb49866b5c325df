import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { sql, type Transaction } from "kysely";
import type { Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { faultAt } from "./sqlite-fault.ts";
import { StoreDatabase } from "./store-database.ts";
import type { StoreError } from "./store-error.ts";
import { StoreFiles } from "./store-files.ts";

/** A store in a file. */
export class SqliteDatabase extends StoreDatabase {
  readonly #files: StoreFiles;
  readonly #file: string;

  constructor(native: DatabaseSync, file: string) {
    const files = new StoreFiles(native.location() ?? file);
    super({ dialect: sqliteDialect(native, files) });
    this.#files = files;
    this.#file = file;
  }

  atomically<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.transaction().execute(work);
  }

  /** Every transaction has the right to write from its beginning. */
  async prepareMigration(): Promise<void> {}

  async hasTable(name: string): Promise<boolean> {
    const { rows } = await sql`select 1 from sqlite_master where name = ${name}`.execute(this);
    return rows.length > 0;
  }

  async compact(): Promise<void> {
    await sql`vacuum`.execute(this);
  }

  async size(): Promise<number> {
    const files = ["", "-wal"].map((ending) => statSync(`${this.#file}${ending}`, { throwIfNoEntry: false }));
    return files.reduce((sum, file) => sum + (file?.size ?? 0), 0);
  }

  check(): void {
    this.#files.check();
  }

  protected damaged(cause: Error): StoreError {
    return faultAt("damaged", this.#file, cause);
  }
}

import { statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SqliteDialect, sql, type Transaction } from "kysely";
import type { Tables } from "./schema.ts";
import { faultAt, storeErrorOf } from "./sqlite-fault.ts";
import { type StatusChange, StoreDatabase } from "./store-database.ts";
import type { StoreError } from "./store-error.ts";
import { StoreFiles } from "./store-files.ts";

const begin = "begin immediate";

/** A SQLite driver for kysely on Node's own SQLite. Prepared statements are kept, because the writer repeats them. */
function sqliteDialect(database: DatabaseSync, files = new StoreFiles(database.location() ?? "")): SqliteDialect {
  const file = database.location() ?? "";
  const prepared = new Map<string, ReturnType<typeof statement>>();
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storeErrorOf(error, file);
    }
  };
  const statement = (sql: string) => {
    const native = database.prepare(sql);
    return {
      reader: native.columns().length > 0,
      all: (parameters: readonly unknown[]) => guarded(() => native.all(...(parameters as SQLInputValue[]))),
      run: (parameters: readonly unknown[]) => {
        // A full disk has ended the transaction already: an error from ending it again would hide the cause.
        if (sql === "rollback" && !database.isTransaction) return { changes: 0n, lastInsertRowid: 0n };
        const { changes, lastInsertRowid } = guarded(() => {
          if (sql === begin) files.check();
          if (sql === "commit") files.count(database);
          return native.run(...(parameters as SQLInputValue[]));
        });
        if (sql === "commit") {
          files.check();
          files.note(database);
        }
        return { changes: BigInt(changes), lastInsertRowid: BigInt(lastInsertRowid) };
      },
      iterate: (parameters: readonly unknown[]) =>
        native.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
    };
  };
  return new SqliteDialect({
    database: {
      close: () => {
        files.close();
        database.close();
      },
      prepare: (wanted: string) => {
        // Every transaction here will write. Taking the lock at the start waits for another process; taking it after a
        // first read would fail instead.
        const sql = wanted === "begin" ? begin : wanted;
        const known = prepared.get(sql);
        if (known) return known;
        const made = guarded(() => statement(sql));
        if (prepared.size < 200) prepared.set(sql, made);
        return made;
      },
    },
  });
}

/** A store in a file. */
export class SqliteDatabase extends StoreDatabase {
  readonly #files: StoreFiles;
  readonly #file: string;
  readonly #native: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #insertions: Record<string, string> = {};

  constructor(native: DatabaseSync, file: string) {
    const files = new StoreFiles(native.location() ?? file);
    super({ dialect: sqliteDialect(native, files) });
    this.#files = files;
    this.#file = file;
    this.#native = native;
  }

  /** A row at a time with one statement: quicker than to compile one for each group. */
  override async insertRows(
    transaction: Transaction<Tables>,
    table: keyof Tables,
    rows: readonly object[],
    key: readonly string[] | "new" | "known",
  ): Promise<void> {
    if (rows.length === 0) return;
    const known = `${table} ${key} ${Object.keys(rows[0] ?? {})}`;
    this.#insertions[known] ??= this.insertion(transaction, table, rows.slice(0, 1), key).compile().sql;
    const values = rows.map((row) => Object.values(row));
    this.#runEach(this.#insertions[known], values);
  }

  override async setStatuses(_transaction: Transaction<Tables>, changes: readonly StatusChange[]): Promise<void> {
    this.#runEach(
      "update trials set status = ?, answers = coalesce(?, answers) where run = ? and suite = ? and trial = ?",
      changes.map(({ run, suite, trial, status, answers }) => [status, answers, run, suite, trial]),
    );
  }

  #runEach(sql: string, rows: readonly SQLInputValue[][]): void {
    try {
      const statement = this.#prepared.get(sql) ?? this.#native.prepare(sql);
      this.#prepared.set(sql, statement);
      for (const row of rows) statement.run(...row);
    } catch (error) {
      throw storeErrorOf(error, this.#file);
    }
  }

  atomically<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.transaction().execute(work);
  }

  /** Every transaction has the right to write from its beginning. */
  async prepareMigration(): Promise<void> {}

  definition(statement: string): string {
    return statement;
  }

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

/** Opens a database file so that commits survive a power failure. */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 10000");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA foreign_keys = ON");
    return database;
  } catch (error) {
    database?.close();
    throw storeErrorOf(error, file);
  }
}

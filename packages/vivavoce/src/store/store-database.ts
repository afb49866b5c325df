import { type Insertable, Kysely, type Transaction } from "kysely";
import type { Redactor } from "../base/index.ts";
import { type Claims, keepClaim } from "./claims.ts";
import type { Tables } from "./schema.ts";
import type { StoreError } from "./store-error.ts";

/** A trial whose conversation is already on disk and whose scores follow. `answers` is null if they are unchanged. */
export type StatusChange = Pick<Tables["trials"], "run" | "suite" | "trial" | "answers"> & { status: string };

/** An open store, in a file or on a server: its queries, its transactions and its JSON. */
export abstract class StoreDatabase extends Kysely<Tables> {
  /**
   * Makes all changes of the work, or none. A database on a server may do the work again if the connection breaks.
   * `lockMs`: how long the work waits for a row that another process has locked; then it fails as "locked".
   */
  abstract atomically<T>(work: (transaction: Transaction<Tables>) => Promise<T>, lockMs?: number): Promise<T>;

  /** What comes before a migration, in its transaction: others cannot migrate until it ends. */
  abstract prepareMigration(transaction: Transaction<Tables>): Promise<void>;

  /** A statement that defines a table, in this database's words instead of SQLite's. */
  abstract definition(statement: string): string;

  abstract hasTable(name: string): Promise<boolean>;

  /** Returns the space of deleted rows to the disk. */
  abstract compact(): Promise<void>;

  /** How many bytes it takes on its disk. */
  abstract size(): Promise<number>;

  /** Throws if the store is no longer the one that was opened. */
  abstract check(): void;

  /** Inserts rows that have the same columns. One whose key is there already replaces the earlier one, unless "known" ones stay. */
  async insertRows<Table extends keyof Tables>(
    transaction: Transaction<Tables>,
    table: Table,
    rows: readonly Insertable<Tables[Table]>[],
    key: readonly string[] | "new" | "known",
  ): Promise<void> {
    for (const part of inParts(rows)) await this.insertion(transaction, table, part, key).execute();
  }

  protected insertion(
    transaction: Transaction<Tables>,
    table: keyof Tables,
    rows: readonly object[],
    key: readonly string[] | "new" | "known",
  ) {
    const insert = transaction.insertInto(table as "trials").values(rows as never);
    if (key === "new") return insert;
    if (key === "known") return insert.onConflict((conflict) => conflict.doNothing());
    const changing = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
    return insert.onConflict((conflict) =>
      conflict
        .columns(key as never)
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(changing.map((column) => [column, ref(`excluded.${column}` as never)])),
        ),
    );
  }

  /** Gives trials that are on disk their status. */
  async setStatuses(transaction: Transaction<Tables>, changes: readonly StatusChange[]): Promise<void> {
    for (const { run, suite, trial, status, answers } of changes)
      await transaction
        .updateTable("trials")
        .set({ status, ...(answers === null ? {} : { answers }) })
        .where(({ and }) => and({ run, suite, trial }))
        .execute();
  }

  /** The error for a text that was changed outside Viva. */
  protected abstract damaged(cause: Error): StoreError;

  /** Parses stored JSON. A database does not notice a changed byte within a text. */
  json<T>(text: string): T {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.damaged(new Error("a text in it is no longer JSON", { cause: error }));
    }
  }
}

/** A part of a store, for records of one kind. What it writes passes the redactor first. */
export abstract class StorePart {
  protected readonly database: StoreDatabase;
  protected readonly redactor: Redactor;
  protected readonly claims: Claims;

  constructor(database: StoreDatabase, redactor: Redactor, claims: Claims) {
    this.database = database;
    this.redactor = redactor;
    this.claims = claims;
  }

  /** Changes runs in one transaction, if this store still has them all. */
  protected change<T>(runs: readonly string[], change: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return this.database.atomically(async (transaction) => {
      for (const run of new Set(runs)) await keepClaim(transaction, this.claims.of(run));
      return change(transaction);
    });
  }
}

/** A database allows some 32,000 values in one statement: sixty trials of a suite with many metrics have more. */
export function inParts<Row>(rows: readonly Row[], most = 1_000): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => rows.slice(part * most, (part + 1) * most));
}

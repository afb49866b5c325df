import { sql, type Transaction } from "kysely";
import { InputError } from "../base/index.ts";
import { PostgresStoreDialect } from "./postgres-dialect.ts";
import { marksTable, PostgresDriver, serverNow } from "./postgres-driver.ts";
import { damagedAt, isConflict, isUnreachable, postgresErrorOf } from "./postgres-fault.ts";
import { type Pg, PostgresPool } from "./postgres-pool.ts";
import type { Tables } from "./schema.ts";
import { type StatusChange, StoreDatabase } from "./store-database.ts";
import type { StoreError } from "./store-error.ts";
import { shownPlace } from "./store-place.ts";
import { updateTrial } from "./trial-changes.ts";
import { tryAgain } from "./try-again.ts";

/** How long a server that cannot be reached is waited for: little when a command starts, longer while work is stored. */
const patienceMs = { opening: 3_000, working: 60_000 };

const aDay = 86_400_000;

/** A store in a PostgreSQL database. */
export class PostgresDatabase extends StoreDatabase {
  readonly #url: string;
  readonly #driver: PostgresDriver;
  readonly #patience: { ms: number };

  constructor(pg: Pg, url: string) {
    const patience = { ms: patienceMs.opening };
    const patiently = <T>(work: () => Promise<T>) =>
      tryAgain(work, (error) => (isUnreachable(error) ? patience.ms : 0)).catch((error: unknown) => {
        throw postgresErrorOf(error, url);
      });
    const driver = new PostgresDriver(new PostgresPool(pg, url), patiently);
    super({ dialect: new PostgresStoreDialect(driver) });
    this.#url = url;
    this.#driver = driver;
    this.#patience = patience;
  }

  /** If another transaction was first, or the server could not be reached, the work is done again. */
  async atomically<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    const patience = (error: unknown, tries: number) =>
      isUnreachable(error) || (isConflict(error) && tries < 5) ? this.#patience.ms : 0;
    try {
      return await tryAgain(() => this.transaction().execute(work), patience);
    } catch (error) {
      throw postgresErrorOf(error, this.#url);
    }
  }

  async setStatuses(transaction: Transaction<Tables>, changes: readonly StatusChange[]): Promise<void> {
    for (const { status, answers, ...trial } of changes)
      await updateTrial(transaction, trial, { status, ...(answers === null ? {} : { answers }) });
  }

  async prepareMigration(transaction: Transaction<Tables>): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext('viva_schema'), hashtext(current_schema()))`.execute(transaction);
    await this.#checkEncoding(transaction);
    await sql`create table if not exists ${sql.table(marksTable)} (slot text primary key, number bigint not null,
      written_at bigint not null)`.execute(transaction);
  }

  async hasTable(name: string): Promise<boolean> {
    const { rows } = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(this);
    return typeof rows[0]?.found === "string";
  }

  /** PostgreSQL does it by itself, when the server has time. */
  async compact(): Promise<void> {}

  async size(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`select coalesce(sum(pg_total_relation_size(oid)), 0) as bytes
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(this);
    return rows[0]?.bytes ?? 0;
  }

  /** A server has no files that could vanish. */
  check(): void {}

  /** Makes commits recognisable; see `PostgresDriver`. */
  async markTransactions(): Promise<void> {
    this.#patience.ms = patienceMs.working;
    this.#driver.markTransactions();
    const old = sql.raw(`${serverNow} - ${aDay}`);
    // Whoever may only read leaves them to others.
    await sql`delete from ${sql.table(marksTable)} where written_at < ${old}`.execute(this).catch(() => {});
  }

  /** In another encoding the server would refuse some texts, in the middle of a run. */
  async #checkEncoding(transaction: Transaction<Tables>): Promise<void> {
    const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(transaction);
    const encoding = rows[0]?.server_encoding;
    if (encoding === "UTF8") return;
    throw new InputError({
      message: `the database at ${shownPlace(this.#url)} has the encoding ${encoding}; a store needs UTF8`,
      remedy: "Create another one: create database NAME encoding 'UTF8' template template0",
    });
  }

  protected damaged(cause: Error): StoreError {
    return damagedAt(this.#url, cause);
  }
}

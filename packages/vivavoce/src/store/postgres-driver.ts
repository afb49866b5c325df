import { randomBytes } from "node:crypto";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { isUnreachable } from "./postgres-fault.ts";
import type { PostgresPool } from "./postgres-pool.ts";

/** A character that Unicode assigns to nobody. */
const escapeCharacter = "\u{10fffe}";

/** A text as PostgreSQL can hold it: it refuses the character NUL, which SQLite keeps. */
function toPostgres(value: unknown): unknown {
  if (typeof value !== "string" || !(value.includes("\0") || value.includes(escapeCharacter))) return value;
  return value.replaceAll(escapeCharacter, `${escapeCharacter}1`).replaceAll("\0", `${escapeCharacter}0`);
}

/** The text that was given. */
function fromPostgres(value: unknown): unknown {
  if (typeof value !== "string" || !value.includes(escapeCharacter)) return value;
  return value.replaceAll(`${escapeCharacter}0`, "\0").replaceAll(`${escapeCharacter}1`, escapeCharacter);
}

type PgClient = Awaited<ReturnType<PostgresPool["take"]>>;
type PgResult = Awaited<ReturnType<PgClient["query"]>>;

/** Does work again while the server cannot be reached. */
type Patiently = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Connections that outlive the server's restarts. A statement outside a transaction is sent again: those are reads, and
 * deletes of what may be gone already. A transaction fails as a whole, and whoever made it does it again, unless it was
 * committed: a connection can break after the server's commit and before its answer.
 */
export class PostgresDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #patiently: Patiently;
  readonly #marks: CommitMarks;

  constructor(pool: PostgresPool, patiently: Patiently) {
    this.#pool = pool;
    this.#patiently = patiently;
    this.#marks = new CommitMarks((text) => this.#patiently(() => withClient(pool, (client) => client.query(text))));
  }

  /** From now on every transaction leaves a mark, by which its commit can be recognised. */
  async markTransactions(): Promise<void> {
    this.#marks.enabled = true;
    await this.#marks.removeOld();
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<StoreConnection> {
    return new StoreConnection(this.#pool, this.#patiently, this.#marks);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as StoreConnection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as StoreConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as StoreConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#marks.remove();
    await this.#pool.end();
  }
}

const marksTable = "viva_commits";

/** Makes the table of marks: one row for each transaction that a store may have open at a time. */
export const marksDefinition = `create table if not exists ${marksTable} (slot text primary key, number bigint not null,
  written_at bigint not null)`;

const aDay = 86_400_000;

/** The server's milliseconds since 1970. By its own clock, a machine a day off would delete marks of others that are in use. */
const serverNow = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/**
 * Each transaction writes its number into a row. PostgreSQL's own numbers of transactions would not do: after a crash, one
 * that was not synced to disk can be given again.
 */
class CommitMarks {
  enabled = false;
  readonly #ask: (text: string) => Promise<PgResult>;
  readonly #store = randomBytes(12).toString("hex");
  readonly #free: number[] = [];
  #slots = 0;
  #last = 0;

  constructor(ask: (text: string) => Promise<PgResult>) {
    this.#ask = ask;
  }

  /** A row that no other transaction of this store uses at the moment, and the number for it. */
  take(): Mark {
    return { slot: this.#free.pop() ?? this.#slots++, number: ++this.#last };
  }

  giveBack({ slot }: Mark): void {
    this.#free.push(slot);
  }

  statement({ slot, number }: Mark): string {
    return `insert into ${marksTable} (slot, number, written_at) values ('${this.#key(slot)}', ${number}, ${serverNow})
      on conflict (slot) do update set number = excluded.number, written_at = excluded.written_at`;
  }

  /** Whether the transaction was committed. If the server is still at work on it, this waits: it wants the same row. */
  async isCommitted({ slot, number }: Mark): Promise<boolean> {
    const { rows } = await this.#ask(
      `insert into ${marksTable} (slot, number, written_at) values ('${this.#key(slot)}', 0, ${serverNow})
      on conflict (slot) do update set written_at = excluded.written_at returning number`,
    );
    return rows[0]?.number === number;
  }

  /** Rows that cannot be deleted now are deleted by the next store that is opened a day later. */
  async remove(): Promise<void> {
    if (this.#slots === 0) return;
    const keys = Array.from({ length: this.#slots }, (_, slot) => `'${this.#key(slot)}'`);
    await this.#ask(`delete from ${marksTable} where slot in (${keys.join(", ")})`).catch(() => {});
  }

  /** Whoever may only read leaves them to others. */
  async removeOld(): Promise<void> {
    await this.#ask(`delete from ${marksTable} where written_at < ${serverNow} - ${aDay}`).catch(() => {});
  }

  #key(slot: number): string {
    return `${this.#store}/${slot}`;
  }
}

interface Mark {
  slot: number;
  number: number;
}

class StoreConnection implements DatabaseConnection {
  readonly #pool: PostgresPool;
  readonly #patiently: Patiently;
  readonly #marks: CommitMarks;
  /** Only within a transaction. */
  #client: PgClient | undefined;
  #mark: Mark | undefined;

  constructor(pool: PostgresPool, patiently: Patiently, marks: CommitMarks) {
    this.#pool = pool;
    this.#patiently = patiently;
    this.#marks = marks;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toPostgres);
    const client = this.#client;
    const { command, rowCount, rows } = client
      ? await client.query(sql, values)
      : await this.#patiently(() => withClient(this.#pool, (one) => one.query(sql, values)));
    for (const row of rows) for (const [column, value] of Object.entries(row)) row[column] = fromPostgres(value);
    return {
      rows: rows as R[],
      ...(command === "SELECT" ? {} : { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  // biome-ignore lint/correctness/useYield: the store reads in pages
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("a store in PostgreSQL does not stream");
  }

  async begin(): Promise<void> {
    this.#client = await this.#pool.take();
    this.#mark = this.#marks.enabled ? this.#marks.take() : undefined;
    // A process that stands still must not keep others waiting: its trials are handed to others after ten seconds. Begin,
    // limit and mark take one way to the server.
    const limit = "set local idle_in_transaction_session_timeout = 8000";
    const mark = this.#mark ? `; ${this.#marks.statement(this.#mark)}` : "";
    try {
      await this.#client.query(`begin; ${limit}${mark}`);
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async commit(): Promise<void> {
    try {
      const { command } = (await this.#client?.query("commit")) ?? {};
      if (command !== "COMMIT")
        throw new Error("the transaction was rolled back, because a statement in it had failed");
    } catch (error) {
      const mark = this.#mark;
      if (!mark || !isUnreachable(error)) throw error;
      this.#end("broken");
      if (await this.#marks.isCommitted(mark)) return;
      throw error;
    }
    this.#end("sound");
  }

  /** A transaction whose connection is gone is rolled back by the server. */
  async rollback(): Promise<void> {
    const ended = await this.#client?.query("rollback").then(
      () => "sound" as const,
      () => "broken" as const,
    );
    this.#end(ended ?? "broken");
  }

  /** The server may still be at work on a broken transaction: its slot is not used again. */
  #end(state: "sound" | "broken"): void {
    if (this.#mark && state === "sound") this.#marks.giveBack(this.#mark);
    if (this.#client) this.#pool.giveBack(this.#client, state);
    this.#mark = undefined;
    this.#client = undefined;
  }
}

async function withClient<T>(pool: PostgresPool, work: (client: PgClient) => Promise<T>): Promise<T> {
  const client = await pool.take();
  let state: "sound" | "broken" = "sound";
  try {
    return await work(client);
  } catch (error) {
    if (isUnreachable(error)) state = "broken";
    throw error;
  } finally {
    pool.giveBack(client, state);
  }
}

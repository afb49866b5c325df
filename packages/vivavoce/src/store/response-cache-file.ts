import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { messageOf } from "../base/index.ts";
import { storeErrorOf } from "./sqlite-fault.ts";
import { StoreError, type StoreFault } from "./store-error.ts";

/** The file that keeps answers of live calls, beside the store. */
export function responseCacheFile(projectRoot: string): string {
  return join(projectRoot, ".viva", "cache.sqlite");
}

interface ResponseCacheOptions {
  /** The oldest entries go when the file is larger. */
  maxBytes?: number;
  /** A model may change behind its name, so answers are not used for longer than this. */
  maxAgeMs?: number;
  now?: () => number;
  /** Whether answers are given; otherwise they are only replaced. */
  isUsed?: boolean;
  /** Called once if the cache cannot be used. */
  warn?: (problem: string) => void;
}

const usual: Required<ResponseCacheOptions> = {
  maxBytes: 512 * 1024 * 1024,
  maxAgeMs: 7 * 24 * 60 * 60 * 1_000,
  now: () => Date.now(),
  isUsed: true,
  warn: () => {},
};
const writeAfterMs = 100;

/**
 * Answers of live calls in a SQLite file that several processes may use. It only ever saves calls: entries that were not
 * written yet are lost with the process, a damaged file is set aside, and if anything fails, the models are asked.
 */
export class ResponseCache {
  readonly #file: string;
  readonly #options: Required<ResponseCacheOptions>;
  /** Undefined: to be deleted. */
  readonly #unwritten = new Map<string, string | undefined>();
  #database: DatabaseSync | undefined;
  #find: StatementSync | undefined;
  #writing: NodeJS.Timeout | undefined;

  constructor(file: string, options: ResponseCacheOptions = {}) {
    this.#file = file;
    this.#options = { ...usual, ...options };
    // If the file is damaged, a new one takes its place.
    if (!this.#opened()) this.#opened();
  }

  /** Whether there are answers in it. */
  get hasAnswers(): boolean {
    return (
      this.#unwritten.size > 0 ||
      this.#attempt((database) => database.prepare("select 1 from answers limit 1").get()) !== undefined
    );
  }

  get(key: string): string | undefined {
    if (!this.#options.isUsed) return undefined;
    if (this.#unwritten.has(key)) return this.#unwritten.get(key);
    const found = this.#attempt(() => this.#find?.get(key, this.#options.now() - this.#options.maxAgeMs));
    return typeof found?.entry === "string" ? found.entry : undefined;
  }

  put(key: string, entry: string | undefined): void {
    if (!this.#database) return;
    this.#unwritten.set(key, entry);
    this.#writing ??= setTimeout(() => this.#write(), writeAfterMs).unref();
  }

  close(): void {
    this.#write();
    this.#attempt((database) => database.close());
    this.#database = undefined;
  }

  #opened(): boolean {
    try {
      this.#open();
      return true;
    } catch (error) {
      this.#giveUp(error);
      return this.#faultOf(error) !== "damaged";
    }
  }

  #open(): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    const database = new DatabaseSync(this.#file, { timeout: 200 });
    this.#database = database;
    database.exec("pragma journal_mode = wal; pragma synchronous = off");
    database.exec("create table if not exists answers (key text primary key, at integer, entry text)");
    database.exec("create index if not exists answers_by_age on answers (at)");
    this.#find = database.prepare("select entry from answers where key = ? and at > ?");
    this.#sweep();
  }

  /** Together, because each commit takes its time. */
  #write(): void {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    if (this.#unwritten.size === 0) return;
    this.#attempt((database) => {
      const put = database.prepare("insert or replace into answers (key, at, entry) values (?, ?, ?)");
      database.exec("begin immediate");
      const drop = database.prepare("delete from answers where key = ?");
      for (const [key, entry] of this.#unwritten)
        if (entry === undefined) drop.run(key);
        else put.run(key, this.#options.now(), entry);
      database.exec("commit");
      this.#unwritten.clear();
      this.#sweep();
    });
  }

  /** Deletes what is too old, and the oldest tenth while the file is too large. */
  #sweep(): void {
    this.#attempt((database) => {
      database.prepare("delete from answers where at <= ?").run(this.#options.now() - this.#options.maxAgeMs);
      while (usedBytes(database) > this.#options.maxBytes) {
        const tenth = "select key from answers order by at limit (select count(*) / 10 + 1 from answers)";
        const { changes } = database.prepare(`delete from answers where key in (${tenth})`).run();
        if (changes === 0) return;
      }
    });
  }

  /** Another process may be writing: that passes. Anything else ends the use of the cache. */
  #attempt<T>(work: (database: DatabaseSync) => T): T | undefined {
    if (!this.#database) return undefined;
    try {
      return work(this.#database);
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("rollback");
      if (this.#faultOf(error) !== "locked") this.#giveUp(error);
      return undefined;
    }
  }

  #giveUp(error: unknown): void {
    const damaged = this.#faultOf(error) === "damaged";
    try {
      this.#database?.close();
      if (damaged) this.#setAside();
    } catch {
      // The cache is not needed.
    }
    this.#database = undefined;
    this.#find = undefined;
    this.#unwritten.clear();
    const aside = damaged ? `; the file was moved to ${this.#file}.damaged` : "";
    this.#options.warn(`the cache of answers cannot be used, so the models are asked: ${messageOf(error)}${aside}`);
  }

  #faultOf(error: unknown): StoreFault | undefined {
    const known = storeErrorOf(error, this.#file);
    return known instanceof StoreError ? known.fault : undefined;
  }

  #setAside(): void {
    renameSync(this.#file, `${this.#file}.damaged`);
    for (const end of ["-wal", "-shm"]) rmSync(`${this.#file}${end}`, { force: true });
  }
}

function usedBytes(database: DatabaseSync): number {
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0] ?? 0);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}

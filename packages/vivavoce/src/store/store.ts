import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { redactor as defaultRedactor, InputError, messageOf, type Redactor, type VivaError } from "../base/index.ts";
import { BaselineStore } from "./baseline-store.ts";
import { addressKey, Claims, lostTrial } from "./claims.ts";
import { copyRun } from "./copy-run.ts";
import { GroupWriter } from "./group-writer.ts";
import { LabelStore } from "./label-store.ts";
import { NewerStoreError } from "./migrations.ts";
import { openStoreFile } from "./open-database.ts";
import { openToRead } from "./open-to-read.ts";
import type { StoreRecord } from "./records.ts";
import { rowsOf } from "./row-group.ts";
import type { RunHeader, StoredRun, StoredSuite } from "./run-header.ts";
import { RunStore } from "./run-store.ts";
import type { StoreDatabase } from "./store-database.ts";
import { StoreError } from "./store-error.ts";
import { notedGroups, refuseLostLog } from "./store-files.ts";
import { ThreadedWriter } from "./threaded-writer.ts";
import { TrialStore } from "./trial-store.ts";
import { upToDate } from "./up-to-date.ts";
import { ValueStore } from "./value-store.ts";

/** The file that keeps runs: beside the nearest config, whatever the working directory. */
export function storeFile(projectRoot: string): string {
  return join(projectRoot, ".viva", "store.sqlite");
}

/** A run that is put together from others. */
export interface MergedRun {
  id: string;
  header: RunHeader;
  suites: readonly StoredSuite[];
  at: number;
  isFinished: boolean;
  parts: readonly { store: Store; run: Pick<StoredRun, "id"> }[];
  /** The calls of this trial are the same in every part, and are kept once. */
  callsOnce: string;
}

const open = new Set<Store>();

// As they were when Viva was loaded: a test whose timers stand still would wait for ever for what it has played.
const timers = { setTimeout, clearTimeout };

/** Hands everything that waits to be written to the threads that write it, at once: for a process that is about to end. */
export function handOverWrites(): void {
  for (const store of open) store.handOver();
}

/** All stored runs and baselines. One process writes a run at a time; any number may read. */
export class Store {
  readonly runs: RunStore;
  readonly trials: TrialStore;
  readonly values: ValueStore;
  readonly baselines: BaselineStore;
  readonly labels: LabelStore;
  readonly file: string;
  readonly #database: StoreDatabase;
  readonly #release: () => void;
  readonly #thread: ThreadedWriter;
  readonly #writer: GroupWriter<StoreRecord>;

  private constructor(
    database: StoreDatabase,
    { file, redactor, release }: { file: string; redactor: Redactor; release(): void },
  ) {
    const claims = new Claims();
    this.file = file;
    this.#database = database;
    this.#release = release;
    this.runs = new RunStore(database, redactor, claims);
    this.trials = new TrialStore(database, claims);
    this.values = new ValueStore(database);
    this.baselines = new BaselineStore(database, redactor);
    this.labels = new LabelStore(database, redactor);
    this.#thread = new ThreadedWriter(file);
    const commit = async (records: readonly StoreRecord[]) => {
      // The thread opens the file by its name, at the first group: by then it may be another one.
      database.files.check();
      const lost = new Set((await this.#thread.commit(rowsOf(records, redactor, claims))).map(addressKey));
      return new Map(records.filter((one) => lost.has(addressKey(one))).map((one) => [one, lostTrial(one)]));
    };
    this.#writer = new GroupWriter(commit, { timers });
    open.add(this);
  }

  /** Opens a store, or creates one. A read-only store can be read. */
  static async open(file: string, redactor: Redactor = defaultRedactor()): Promise<Store> {
    let native: DatabaseSync | undefined;
    try {
      const noted = notedGroups(file);
      native = openStoreFile(file);
      refuseLostLog(native, file, noted);
      const { database, release } = await upToDate(native, file);
      return new Store(database, { file, redactor, release });
    } catch (error) {
      native?.close();
      throw error instanceof StoreError ? error : refusal(file, error);
    }
  }

  /** Opens a store that is only read: it stays as it is, and so does its folder. An older one is read from a copy. */
  static async openToRead(file: string, redactor: Redactor = defaultRedactor()): Promise<Store> {
    let opened: ReturnType<typeof openToRead> | undefined;
    try {
      opened = openToRead(file);
      const { database, release } = await upToDate(opened.native, file);
      const releases = [release, opened.release];
      return new Store(database, { file, redactor, release: () => releases.forEach((one) => void one()) });
    } catch (error) {
      opened?.release();
      throw error instanceof StoreError ? error : refusal(file, error);
    }
  }

  /**
   * Writes a finished or unfinished run from the trials of others, in this store or elsewhere, in one transaction: there
   * is a whole run afterwards, or none.
   */
  async merge({ id, header, suites, at, isFinished, parts, callsOnce }: MergedRun): Promise<void> {
    await this.flush();
    await this.#database.transaction().execute(async (transaction) => {
      await this.runs.insert(transaction, { id, header, suites, at, finishedAt: isFinished ? at : null, claim: null });
      for (const [index, { store, run }] of parts.entries()) {
        // Within the transaction, this store can only be read through it.
        const database = store === this ? transaction : store.#database;
        const withoutCallsOf = index === 0 ? undefined : callsOnce;
        await copyRun({ database, run: run.id, suites, withoutCallsOf }, transaction, id);
      }
    });
  }

  /** Throws if the store cannot be written, before work is done whose result would be lost. */
  async checkWritable(): Promise<void> {
    await sql`delete from viva_schema where false`.execute(this.#database);
  }

  /** Starts the thread that writes, so that it is ready when the first record comes. */
  prepareToWrite(): void {
    this.#thread.start();
  }

  /** Throws if its files were deleted, moved or replaced: what is read then is no longer there for anybody else. */
  checkThere(): void {
    this.#database.files.check();
  }

  /** Resolves when the record is synced to disk. */
  write(record: StoreRecord): Promise<void> {
    return this.#writer.write(record);
  }

  /** Returns the space of deleted rows to the disk. */
  async compact(): Promise<void> {
    await sql`vacuum`.execute(this.#database);
  }

  handOver(): void {
    this.#writer.handOver();
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  async close(): Promise<void> {
    open.delete(this);
    try {
      await this.#writer.flush();
    } finally {
      await this.#thread.close();
      await this.#database.destroy();
      this.#release();
    }
  }
}

function refusal(file: string, error: unknown): VivaError {
  const problem = { message: `the store cannot be opened: ${messageOf(error)}`, place: { file } };
  if (error instanceof NewerStoreError) {
    return new InputError(
      { ...problem, remedy: "Use the newer Viva, or move the file away to start a new store." },
      error,
    );
  }
  const remedy = "If this is not a store of Viva, move the file away; Viva then starts a new one.";
  return new StoreError("unopenable", { ...problem, remedy, cause: error });
}

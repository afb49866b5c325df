import { sql } from "kysely";
import { redactor as defaultRedactor, InputError, messageOf, type Redactor, VivaError } from "../base/index.ts";
import type { RunHeader, StoredRun, StoredSuite } from "../shape/index.ts";
import { BaselineStore } from "./baseline-store.ts";
import { CallStore } from "./call-store.ts";
import { addressKey, Claims } from "./claims.ts";
import type { OpenedStore } from "./commit-rows.ts";
import { copyRun } from "./copy-run.ts";
import { GroupWriter } from "./group-writer.ts";
import { LabelStore, NoteStore } from "./label-store.ts";
import { Ledger } from "./ledger.ts";
import { NewerStoreError } from "./migrations.ts";
import type { StoreRecord, TrialAddress } from "./records.ts";
import { rowsOf } from "./row-group.ts";
import { RunStore } from "./run-store.ts";
import { ScoreStore } from "./score-store.ts";
import { openSqlite, openSqliteToRead } from "./sqlite-store.ts";
import type { StoreDatabase } from "./store-database.ts";
import { StoreError } from "./store-error.ts";
import { isPostgres, shownPlace } from "./store-place.ts";
import { SuiteHistory } from "./suite-history.ts";
import { TrialStore } from "./trial-store.ts";
import { ValueStore } from "./value-store.ts";

/** A run that is put together from others. */
interface MergedRun {
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
  readonly scores: ScoreStore;
  readonly calls: CallStore;
  readonly history: SuiteHistory;
  readonly values: ValueStore;
  readonly baselines: BaselineStore;
  readonly labels: LabelStore;
  readonly notes: NoteStore;
  /** The scores that were written through this store, to be compared with what it says in the end. */
  readonly ledger = new Ledger();
  /** Where it is, fit to be shown. */
  readonly place: string;
  /** Its file, if it is in one. */
  readonly file: string | undefined;
  readonly #writing: OpenedStore;
  readonly #database: StoreDatabase;
  readonly #writer: GroupWriter<StoreRecord>;

  private constructor(opened: OpenedStore, place: string, redactor: Redactor) {
    const claims = new Claims();
    const { database } = opened;
    const parts = [database, redactor, claims] as const;
    this.place = shownPlace(place);
    this.file = isPostgres(place) ? undefined : place;
    this.#writing = opened;
    this.#database = database;
    this.runs = new RunStore(...parts);
    this.scores = new ScoreStore(...parts);
    this.calls = new CallStore(...parts);
    this.history = new SuiteHistory(...parts);
    this.trials = new TrialStore(...parts);
    this.values = new ValueStore(...parts);
    this.baselines = new BaselineStore(...parts);
    this.labels = new LabelStore(...parts);
    this.notes = new NoteStore(...parts);
    const commit = async (records: readonly StoreRecord[]) => {
      const lost = new Set((await opened.commit(rowsOf(records, redactor, claims))).map(addressKey));
      return new Map(records.filter((one) => lost.has(addressKey(one))).map((one) => [one, lostTrial(one)]));
    };
    this.#writer = new GroupWriter(commit, { timers });
    open.add(this);
  }

  /** Opens a store, or creates one: in a file, or in the PostgreSQL database at a URL. A read-only store can be read. */
  static open(place: string, redactor: Redactor = defaultRedactor()): Promise<Store> {
    return Store.#opened(place, redactor, openSqlite);
  }

  /** Opens a store that is only read: its file stays as it is, and so does its folder. */
  static openToRead(place: string, redactor: Redactor = defaultRedactor()): Promise<Store> {
    return Store.#opened(place, redactor, openSqliteToRead);
  }

  static async #opened(place: string, redactor: Redactor, openFile: (file: string) => Promise<OpenedStore>) {
    try {
      const opened = isPostgres(place) ? await openServer(place) : await openFile(place);
      return new Store(opened, place, redactor);
    } catch (error) {
      throw error instanceof VivaError ? error : refusal(place, error);
    }
  }

  /**
   * Writes a finished or unfinished run from the trials of others, in this store or elsewhere, in one transaction: there
   * is a whole run afterwards, or none.
   */
  async merge({ id, header, suites, at, isFinished, parts, callsOnce }: MergedRun): Promise<void> {
    await this.flush();
    await this.#database.atomically(async (transaction) => {
      await this.runs.insert(transaction, { id, header, suites, at, finishedAt: isFinished ? at : null, claim: null });
      for (const [index, { store, run }] of parts.entries()) {
        // Within the transaction, this store can only be read through it.
        const database = store === this ? transaction : store.#database;
        const withoutCallsOf = index === 0 ? undefined : callsOnce;
        const into = { database: this.#database, transaction, run: id };
        await copyRun({ database, run: run.id, suites, withoutCallsOf }, into);
      }
    });
  }

  /** Throws if the store cannot be written, before work is done whose result would be lost. */
  async checkWritable(): Promise<void> {
    await sql`delete from viva_schema where false`.execute(this.#database);
  }

  /** How many bytes it takes. */
  size(): Promise<number> {
    return this.#database.size();
  }

  /** Throws if its files were deleted, moved or replaced: what is read then is no longer there for anybody else. */
  checkThere(): void {
    this.#database.check();
  }

  /** Resolves when the record is synced to disk. */
  write(record: StoreRecord): Promise<void> {
    if (record.type === "scored") this.ledger.note(record);
    return this.#writer.write(record);
  }

  /** The same for a record that nobody waits for: if it fails, so does everything after it. */
  put(record: StoreRecord): void {
    if (record.type === "scored") this.ledger.note(record);
    this.#writer.put(record);
  }

  /** Returns the space of deleted rows to the disk. */
  async compact(): Promise<void> {
    await this.#database.compact();
  }

  handOver(): void {
    this.#writing.writeElsewhere?.();
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
      await this.#writing.close();
    }
  }
}

async function openServer(place: string): Promise<OpenedStore> {
  shownPlace(place);
  return (await import("./postgres-store.ts")).openPostgres(place);
}

function refusal(place: string, error: unknown): VivaError {
  const shown = shownPlace(place);
  const server = isPostgres(place);
  const problem = {
    message: `the store ${server ? `at ${shown} ` : ""}cannot be opened: ${messageOf(error)}`,
    place: server ? undefined : { file: shown },
  };
  const away = server ? "name another database" : "move the file away";
  if (error instanceof NewerStoreError) {
    return new InputError({ ...problem, remedy: `Use the newer Viva, or ${away} to start a new store.` }, error);
  }
  const remedy = `If this is not a store of Viva, ${away}; Viva then starts a new one.`;
  return new StoreError("unopenable", { ...problem, remedy, cause: error });
}

/** Why a trial's record was not written. */
function lostTrial({ run, trial }: TrialAddress): StoreError {
  return new StoreError("taken-over", {
    message: `trial ${trial} of run ${run} was given to another worker while this one stood still`,
    remedy: `This worker has written nothing of it since then. viva show ${run} shows the run's progress.`,
  });
}

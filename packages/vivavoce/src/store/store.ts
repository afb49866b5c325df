import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { redactor as defaultRedactor, InputError, messageOf, type Redactor } from "../base/index.ts";
import { BaselineStore } from "./baseline-store.ts";
import { GroupWriter } from "./group-writer.ts";
import { migrate, NewerStoreError } from "./migrations.ts";
import type { StoreRecord } from "./records.ts";
import { rowsOf } from "./row-group.ts";
import { RunStore } from "./run-store.ts";
import type { Tables } from "./schema.ts";
import { openDatabase, sqliteDialect } from "./sqlite-dialect.ts";
import { ThreadedWriter } from "./threaded-writer.ts";
import { TrialStore } from "./trial-store.ts";
import { ValueStore } from "./value-store.ts";

/** Where runs are kept: beside the nearest config, whatever the working directory. */
export function storeFile(projectRoot: string): string {
  return join(projectRoot, ".viva", "store.sqlite");
}

/** Everything that Viva remembers. One process writes a run at a time; any number may read. */
export class Store {
  readonly runs: RunStore;
  readonly trials: TrialStore;
  readonly values: ValueStore;
  readonly baselines: BaselineStore;
  readonly #database: Kysely<Tables>;
  readonly #thread: ThreadedWriter;
  readonly #writer: GroupWriter<StoreRecord>;

  private constructor(database: Kysely<Tables>, file: string, redactor: Redactor) {
    this.#database = database;
    this.runs = new RunStore(database, redactor);
    this.trials = new TrialStore(database);
    this.values = new ValueStore(database);
    this.baselines = new BaselineStore(database, redactor);
    this.#thread = new ThreadedWriter(file);
    this.#writer = new GroupWriter((records) => this.#thread.commit(rowsOf(records, redactor)));
  }

  static async open(file: string, redactor: Redactor = defaultRedactor()): Promise<Store> {
    let native: DatabaseSync | undefined;
    try {
      mkdirSync(dirname(file), { recursive: true });
      native = openDatabase(file);
      const database = new Kysely<Tables>({ dialect: sqliteDialect(native) });
      await migrate(database);
      return new Store(database, file, redactor);
    } catch (error) {
      native?.close();
      const remedy =
        error instanceof NewerStoreError
          ? "Use the newer Viva, or move the file away to start a new store."
          : "If the file is damaged, move it away: Viva then starts a new store.";
      throw new InputError(
        { message: `the store cannot be opened: ${messageOf(error)}`, place: { file }, remedy },
        error,
      );
    }
  }

  /** Resolves when the record is synced to disk. */
  write(record: StoreRecord): Promise<void> {
    return this.#writer.write(record);
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  async close(): Promise<void> {
    try {
      await this.#writer.flush();
    } finally {
      await this.#thread.close();
      await this.#database.destroy();
    }
  }
}

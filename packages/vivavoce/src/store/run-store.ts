import type { Kysely, Selectable, Transaction } from "kysely";
import { InputError, type Redactor } from "../base/index.ts";
import type { RunHeader, StoredRun, StoredSuite } from "./run-header.ts";
import type { RunTable, Tables } from "./schema.ts";

/** Runs, without their trials. */
export class RunStore {
  readonly #database: Kysely<Tables>;
  readonly #redactor: Redactor;

  constructor(database: Kysely<Tables>, redactor: Redactor) {
    this.#database = database;
    this.#redactor = redactor;
  }

  /** Writes the run and its suites before the first trial is played. */
  async create(run: {
    id: string;
    header: RunHeader;
    suites: StoredSuite[];
    owner: string;
    at: number;
  }): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("runs")
        .values({
          id: run.id,
          created_at: run.at,
          updated_at: run.at,
          finished_at: null,
          owner: run.owner,
          header: this.#json(run.header),
        })
        .execute();
      const rows = run.suites.map(({ position, name, planned, header }) => {
        return { run: run.id, position, name, planned, header: this.#json(header) };
      });
      await transaction.insertInto("run_suites").values(rows).execute();
    });
  }

  /** Takes a run for a process, unless another one is playing it: asked and answered in one step, so that only one gets it. */
  async claim(id: string, owner: string, isFree: (run: Pick<StoredRun, "owner" | "updatedAt">) => boolean) {
    return this.#database.transaction().execute(async (transaction) => {
      const row = await transaction.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || !isFree({ owner: row.owner ?? undefined, updatedAt: Number(row.updated_at) })) return false;
      await transaction.updateTable("runs").set({ owner, updated_at: Date.now() }).where("id", "=", id).execute();
      return true;
    });
  }

  /** A run is taken up again, with suites whose cases may have changed. */
  async reopen(id: string, owner: string, suites: readonly StoredSuite[]): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      const at = Date.now();
      await transaction
        .updateTable("runs")
        .set({ owner, updated_at: at, finished_at: null })
        .where("id", "=", id)
        .execute();
      await this.#rewriteSuites(transaction, id, suites);
    });
  }

  /** What is known of a run's suites has changed, such as the metrics that its newest scores come from. */
  async describe(id: string, suites: readonly StoredSuite[]): Promise<void> {
    await this.#database.transaction().execute((transaction) => this.#rewriteSuites(transaction, id, suites));
  }

  async touch(id: string): Promise<void> {
    await this.#database.updateTable("runs").set({ updated_at: Date.now() }).where("id", "=", id).execute();
  }

  /** The process that played the run lets go of it; `finished` when nothing is pending. */
  async release(id: string, finished: boolean): Promise<void> {
    const at = Date.now();
    await this.#database
      .updateTable("runs")
      .set({ owner: null, updated_at: at, finished_at: finished ? at : null })
      .where("id", "=", id)
      .execute();
  }

  /** Newest first. */
  async list(limit = 1000): Promise<StoredRun[]> {
    const rows = await this.#database
      .selectFrom("runs")
      .selectAll()
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute();
    return Promise.all(rows.map((row) => this.#withSuites(row)));
  }

  /** The run whose id begins so, or the newest for "latest". Ambiguous and unknown ids are errors that help. */
  async find(prefix: string): Promise<StoredRun> {
    const query = this.#database.selectFrom("runs").selectAll();
    const rows =
      prefix === "latest"
        ? await query.orderBy("created_at", "desc").limit(1).execute()
        : (await query.orderBy("created_at", "desc").execute()).filter((row) => row.id.startsWith(prefix));
    const whole = rows.find(({ id }) => id === prefix);
    const [row, second] = whole ? [whole] : rows;
    if (!row)
      throw new InputError({ message: `there is no run ${prefix}`, remedy: "`viva list` shows the runs there are." });
    if (second) {
      const ids = rows.slice(0, 5).map(({ id }) => id);
      throw new InputError({ message: `${prefix} could be any of ${ids.join(", ")}`, remedy: "Give more of the id." });
    }
    return this.#withSuites(row);
  }

  /** Deletes a run with all that belongs to it. */
  async remove(id: string): Promise<void> {
    await this.#database.deleteFrom("runs").where("id", "=", id).execute();
  }

  async #withSuites(row: Selectable<RunTable>): Promise<StoredRun> {
    const suites = await this.#database
      .selectFrom("run_suites")
      .selectAll()
      .where("run", "=", row.id)
      .orderBy("position")
      .execute();
    return {
      id: row.id,
      createdAt: Number(row.created_at),
      updatedAt: Number(row.updated_at),
      finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
      owner: row.owner ?? undefined,
      header: JSON.parse(row.header),
      suites: suites.map(({ position, name, planned, header }) => ({
        position,
        name,
        planned,
        header: JSON.parse(header),
      })),
    };
  }

  async #rewriteSuites(transaction: Transaction<Tables>, id: string, suites: readonly StoredSuite[]): Promise<void> {
    for (const { position, planned, header } of suites) {
      await transaction
        .updateTable("run_suites")
        .set({ planned, header: this.#json(header) })
        .where("run", "=", id)
        .where("position", "=", position)
        .execute();
    }
  }

  #json(value: unknown): string {
    return this.#redactor.json(value);
  }
}

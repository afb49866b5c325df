import type { StoreDatabase } from "./store-database.ts";
import { pagesOf, type TrialFacts, trialFacts } from "./trial-facts.ts";

/** A trial as comparisons read it: how it ended and its newest values, without transcript, checks and reasons. */
export interface StoredValues extends TrialFacts {
  scores: { metric: string; identity: string; status: string; value: number | undefined }[];
}

const pageSize = 400;

/** Values alone, which is much less to read than whole trials. */
export class ValueStore {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  /** The trials of a suite in input order, a page at a time. */
  async *read(run: string, suite: number): AsyncGenerator<StoredValues> {
    const query = this.#database
      .selectFrom("trials")
      .select(["position", "trial", "case_id", "case_hash", "cluster", "tags", "variant", "repeat", "status"]);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      const trials = rows.map(({ trial }) => trial);
      const scores = await this.#newest(run, suite, trials);
      for (const row of rows) {
        yield { ...trialFacts(this.#database, row), scores: [...(scores.get(row.trial)?.values() ?? [])] };
      }
    }
  }

  async #newest(run: string, suite: number, trials: string[]) {
    const rows = await this.#database
      .selectFrom("scores")
      .select(["trial", "metric", "identity", "status", "value"])
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "in", trials)
      .orderBy("pass")
      .orderBy("position")
      .execute();
    const newest = new Map<string, Map<string, StoredValues["scores"][number]>>();
    for (const { trial, metric, identity, status, value } of rows) {
      const scores = newest.get(trial) ?? new Map();
      newest.set(trial, scores.set(metric, { metric, identity, status, value: value ?? undefined }));
    }
    return newest;
  }
}

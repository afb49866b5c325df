import type { Kysely } from "kysely";
import type { Variant } from "../agent/index.ts";
import type { TrialStatus } from "../gate/index.ts";
import type { Tables } from "./schema.ts";

/** A trial as comparisons read it: how it ended and its newest values, without transcript, checks and reasons. */
export interface StoredValues {
  caseId: string;
  caseHash: string;
  cluster: string | undefined;
  tags: string[];
  variant: Variant;
  repeat: number;
  /** Undefined: played, not scored yet. */
  status: TrialStatus | undefined;
  scores: { metric: string; identity: string; status: string; value: number | undefined }[];
}

const pageSize = 400;

/** Values alone, which is much less to read than whole trials. */
export class ValueStore {
  readonly #database: Kysely<Tables>;

  constructor(database: Kysely<Tables>) {
    this.#database = database;
  }

  /** The trials of a suite in input order, a page at a time. */
  async *read(run: string, suite: number): AsyncGenerator<StoredValues> {
    let after = -1;
    while (true) {
      const rows = await this.#database
        .selectFrom("trials")
        .select(["position", "trial", "case_id", "case_hash", "cluster", "tags", "variant", "repeat", "status"])
        .where("run", "=", run)
        .where("suite", "=", suite)
        .where("position", ">", after)
        .orderBy("position")
        .limit(pageSize)
        .execute();
      const last = rows.at(-1);
      if (!last) return;
      const trials = rows.map(({ trial }) => trial);
      const scores = await this.#newest(run, suite, trials);
      for (const row of rows) {
        yield {
          caseId: row.case_id,
          caseHash: row.case_hash,
          cluster: row.cluster ?? undefined,
          tags: JSON.parse(row.tags),
          variant: JSON.parse(row.variant),
          repeat: row.repeat,
          status: (row.status as TrialStatus | null) ?? undefined,
          scores: [...(scores.get(row.trial)?.values() ?? [])],
        };
      }
      after = Number(last.position);
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

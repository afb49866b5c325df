import { type Kysely, sql, type Transaction } from "kysely";
import type { TrialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import type { CallRecord } from "../model/index.ts";
import type { Transcript } from "../transcript/index.ts";
import { journalledCalls, spentOn } from "./journal.ts";
import type { StoredTrial, TrialAddress } from "./records.ts";
import type { Tables, TrialTable } from "./schema.ts";
import { averages, notPassed, type TrialAverages } from "./suite-history.ts";

/** A finished or half-finished trial, without its transcript. */
export interface TrialSummary {
  trial: string;
  caseId: string;
  caseHash: string;
  outcome: string;
  status: TrialStatus | undefined;
  safetyHit: boolean;
}

/** Which trials to read. */
export interface TrialFilter {
  statuses?: readonly TrialStatus[] | undefined;
  caseId?: string | undefined;
}

/** How many trials are read at a time: memory stays flat however long the run was. */
const pageSize = 200;

/** Trials, their scores and their calls. */
export class TrialStore {
  readonly #database: Kysely<Tables>;

  constructor(database: Kysely<Tables>) {
    this.#database = database;
  }

  /** Every trial that was played, for a resume to know what is done. */
  async *summaries(run: string, suite: number): AsyncGenerator<TrialSummary> {
    let after = -1;
    while (true) {
      const rows = await this.#database
        .selectFrom("trials")
        .select(["position", "trial", "case_id", "case_hash", "outcome", "status", "safety_hit"])
        .where("run", "=", run)
        .where("suite", "=", suite)
        .where("position", ">", after)
        .orderBy("position")
        .limit(pageSize * 10)
        .execute();
      for (const row of rows) {
        yield {
          trial: row.trial,
          caseId: row.case_id,
          caseHash: row.case_hash,
          outcome: row.outcome,
          status: (row.status as TrialStatus | null) ?? undefined,
          safetyHit: row.safety_hit === 1,
        };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = Number(last.position);
    }
  }

  /** Trials in input order with their newest scores, a page at a time. */
  async *read(run: string, suite: number, filter: TrialFilter = {}): AsyncGenerator<StoredTrial> {
    let after = -1;
    while (true) {
      let query = this.#database
        .selectFrom("trials")
        .selectAll()
        .where("run", "=", run)
        .where("suite", "=", suite)
        .where("position", ">", after);
      if (filter.caseId !== undefined) query = query.where("case_id", "=", filter.caseId);
      if (filter.statuses) query = query.where("status", "in", [...filter.statuses]);
      const rows = await query.orderBy("position").limit(pageSize).execute();
      const last = rows.at(-1);
      if (!last) return;
      const scores = await this.#newestScores(
        run,
        suite,
        rows.map((row) => row.trial),
      );
      for (const row of rows) yield storedTrial(row, scores.get(row.trial) ?? []);
      after = Number(last.position);
    }
  }

  /** One trial, if it was played. */
  async find({ run, suite, trial }: TrialAddress): Promise<StoredTrial | undefined> {
    const row = await this.#database
      .selectFrom("trials")
      .selectAll()
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "=", trial)
      .executeTakeFirst();
    if (!row) return undefined;
    return storedTrial(row, (await this.#newestScores(run, suite, [trial])).get(trial) ?? []);
  }

  /** The calls of one trial and one scoring of it, in the order they were answered; one that was made again counts once. */
  calls(address: TrialAddress, pass = 1): Promise<CallRecord[]> {
    return journalledCalls(this.#database, address, pass);
  }

  /** Drops trials that the plan no longer holds, and puts the others where the plan has them now. */
  async reposition(run: string, suite: number, positions: (trial: string) => number | undefined): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom("trials")
        .select(["trial", "position"])
        .where("run", "=", run)
        .where("suite", "=", suite)
        .execute();
      for (const { trial, position } of rows) {
        const now = positions(trial);
        if (now === undefined) {
          await deleteFrom(transaction, ["scores", "calls", "trials"], { run, suite, trial });
        } else if (now !== Number(position)) {
          await transaction
            .updateTable("trials")
            .set({ position: now })
            .where("run", "=", run)
            .where("suite", "=", suite)
            .where("trial", "=", trial)
            .execute();
        }
      }
    });
  }

  /** Makes trials pending again. Their journals stay where the same conversations are to be played once more. */
  async forget(trials: readonly TrialAddress[], { journal }: { journal: "keep" | "drop" }): Promise<void> {
    const tables = journal === "keep" ? (["scores", "trials"] as const) : (["scores", "calls", "trials"] as const);
    await this.#database.transaction().execute(async (transaction) => {
      for (const trial of trials) await deleteFrom(transaction, tables, trial);
    });
  }

  /** What the calls of a run have cost so far, as far as anyone knows. */
  spent(run: string): Promise<number> {
    return spentOn(this.#database, run);
  }

  /** How many trials have which status; those not scored yet count as none. */
  async tally(run: string, suite: number): Promise<{ counts: Map<TrialStatus, number>; safetyHits: number }> {
    const rows = await this.#database
      .selectFrom("trials")
      .select(["status", sql<number>`count(*)`.as("count"), sql<number>`sum(safety_hit)`.as("hits")])
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("status", "is not", null)
      .groupBy("status")
      .execute();
    return {
      counts: new Map(rows.map((row) => [row.status as TrialStatus, Number(row.count)])),
      safetyHits: rows.reduce((sum, row) => sum + Number(row.hits), 0),
    };
  }

  /** The conversations that the simulated user spoiled, by trial. */
  async spoiled(run: string, suite: number, trials?: readonly string[]): Promise<Map<string, Transcript[]>> {
    let query = this.#database
      .selectFrom("attempts")
      .select(["trial", "transcript"])
      .where("run", "=", run)
      .where("suite", "=", suite);
    if (trials) query = query.where("trial", "in", [...trials]);
    const attempts = new Map<string, Transcript[]>();
    for (const { trial, transcript } of await query.orderBy("trial").orderBy("attempt").execute()) {
      attempts.set(trial, [...(attempts.get(trial) ?? []), JSON.parse(transcript)]);
    }
    return attempts;
  }

  /** How many conversations a simulated user spoiled, by trial. */
  async countSpoiled(run: string, suite: number): Promise<Map<string, number>> {
    const rows = await this.#database
      .selectFrom("attempts")
      .select(["trial", sql<number>`count(*)`.as("count")])
      .where("run", "=", run)
      .where("suite", "=", suite)
      .groupBy("trial")
      .execute();
    return new Map(rows.map(({ trial, count }) => [trial, Number(count)]));
  }

  /** How often a trial has been scored. */
  async passes({ run, suite, trial }: TrialAddress): Promise<number> {
    const row = await this.#database
      .selectFrom("scores")
      .select(sql<number | null>`max(pass)`.as("pass"))
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "=", trial)
      .executeTakeFirst();
    return Number(row?.pass ?? 0);
  }

  /** The cases that did not pass in a suite's newest run. */
  notPassed(suite: string): Promise<Set<string>> {
    return notPassed(this.#database, suite);
  }

  /** Calls and cost of a trial on average, in the newest run of a suite that asked models. */
  averages(suite: string): Promise<TrialAverages | undefined> {
    return averages(this.#database, suite);
  }

  async #newestScores(run: string, suite: number, trials: string[]): Promise<Map<string, Score[]>> {
    const rows = await this.#database
      .selectFrom("scores")
      .select(["trial", "metric", "pass", "body"])
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "in", trials)
      .orderBy("trial")
      .orderBy("pass")
      .orderBy("position")
      .execute();
    const newest = new Map<string, Map<string, Score>>();
    for (const { trial, metric, body } of rows) {
      const scores = newest.get(trial) ?? new Map<string, Score>();
      newest.set(trial, scores.set(metric, JSON.parse(body)));
    }
    return new Map([...newest].map(([trial, scores]) => [trial, [...scores.values()]]));
  }
}

async function deleteFrom(
  transaction: Transaction<Tables>,
  tables: readonly ("scores" | "calls" | "trials")[],
  { run, suite, trial }: TrialAddress,
): Promise<void> {
  for (const table of tables) {
    await transaction
      .deleteFrom(table)
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "=", trial)
      .execute();
  }
}

function storedTrial(row: TrialTable, scores: Score[]): StoredTrial {
  return {
    suite: row.suite,
    trial: row.trial,
    position: Number(row.position),
    caseId: row.case_id,
    caseHash: row.case_hash,
    cluster: row.cluster ?? undefined,
    tags: JSON.parse(row.tags),
    variant: JSON.parse(row.variant),
    repeat: row.repeat,
    status: (row.status as TrialStatus | null) ?? undefined,
    transcript: JSON.parse(row.transcript),
    scores,
  };
}

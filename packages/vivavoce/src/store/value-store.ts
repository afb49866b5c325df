import { sql } from "kysely";
import { breathe } from "../base/index.ts";
import {
  dimensionsIn,
  type Score,
  type StoredRun,
  scaleOf,
  storedTranscript,
  type TrialAnswers,
  type VariantSummary,
} from "../shape/index.ts";
import type { Tables } from "./schema.ts";
import { inParts, StorePart } from "./store-database.ts";
import {
  factColumns,
  measurementsOf,
  pagesOf,
  storedAnswers,
  type TrialMeasurements,
  trialFacts,
} from "./trial-facts.ts";

/** A trial as sums and comparisons read it: how it ended and its newest values, without transcript, checks and reasons. */
export interface StoredValues extends ReturnType<typeof trialFacts>, TrialMeasurements {
  /** Its place in the plan. */
  position: number;
  outcome: string;
  answers: TrialAnswers | undefined;
  cost: number | undefined;
  scores: StoredValue[];
}

export interface StoredValue {
  metric: string;
  identity: string;
  status: string;
  value: number | undefined;
  passed: boolean | undefined;
  /** The values of a judge that was asked more than once, if they were requested. */
  samples?: number[] | undefined;
  /** Its dimensions and their scale, if they were requested and it has some. */
  dimensions?: { scale: ReturnType<typeof scaleOf>; values: ReturnType<typeof dimensionsIn> } | undefined;
}

/** The sums of a suite, and the version of Viva that made them: another may compute them differently. */
interface StoredSummary {
  viva: string;
  variants: VariantSummary[];
}

/** What to read besides the values. */
interface WantedValues {
  samplesOf?: string | undefined;
  dimensions?: boolean | undefined;
  /** Only the trials of this case. */
  caseId?: string | undefined;
}

const pageSize = 200;

/** The columns of a trial's values. */
const columns = [...factColumns, "outcome", "answers", "cost", "facts"] as const;

type ValueRow = Pick<Tables["trials"], (typeof columns)[number]> & { transcript: string | null };

/** Values without transcripts, which is much less to read than whole trials, and their sums. */
export class ValueStore extends StorePart {
  /** The trials of a suite in input order, a page at a time; for the metric `samplesOf`, with every sample of the judge. */
  async *read(run: string, suite: number, wanted: WantedValues = {}): AsyncGenerator<StoredValues> {
    const all = this.#rows();
    const query = wanted.caseId === undefined ? all : all.where("case_id", "=", wanted.caseId);
    for await (const rows of pagesOf(query, { run, suite, size: pageSize })) {
      yield* await this.#valuesOf(run, suite, rows, wanted);
    }
  }

  /** The threshold of each metric, as its first score in the suite names it; null if there is none with a value. */
  async thresholds(run: string, suite: number, metrics: readonly string[]): Promise<(number | null)[]> {
    const found: (number | null)[] = [];
    for (const metric of metrics) {
      const row = await this.database
        .selectFrom("scores")
        .select("body")
        .where(({ and }) => and({ run, suite, metric }))
        .where("value", "is not", null)
        .limit(1)
        .executeTakeFirst();
      const score = row && this.database.json<Score>(row.body);
      found.push(score?.status === "scored" ? (score.threshold ?? null) : null);
    }
    return found;
  }

  /** Some trials of a suite, by their keys, in no order. */
  async *of(run: string, suite: number, trials: readonly string[]): AsyncGenerator<StoredValues> {
    for (const part of inParts(trials, pageSize)) {
      const rows = await this.#rows()
        .where(({ and }) => and({ run, suite }))
        .where("trial", "in", part)
        .execute();
      yield* await this.#valuesOf(run, suite, rows, {});
      await breathe();
    }
  }

  #rows() {
    return (
      this.database
        .selectFrom("trials")
        .select(columns)
        // Before version 2 the measurements were only in the transcript.
        .select(sql<string | null>`case when facts is null then transcript end`.as("transcript"))
    );
  }

  async #valuesOf(
    run: string,
    suite: number,
    rows: readonly ValueRow[],
    wanted: WantedValues,
  ): Promise<StoredValues[]> {
    const trials = rows.map(({ trial }) => trial);
    const scores = await this.#newest(run, suite, trials, wanted);
    return rows.map((row) => {
      const measurements: TrialMeasurements =
        row.facts === null
          ? measurementsOf(storedTranscript(this.database.json(row.transcript ?? "")))
          : this.database.json(row.facts);
      return {
        ...trialFacts(this.database, row),
        ...measurements,
        position: Number(row.position),
        outcome: row.outcome,
        answers: row.answers === null ? undefined : storedAnswers(this.database, row.answers),
        cost: row.cost ?? undefined,
        scores: [...(scores.get(row.trial)?.values() ?? [])],
      };
    });
  }

  /** The sums of a suite, if nothing has been written since they were made. */
  async summary(run: string, suite: number): Promise<StoredSummary | undefined> {
    const row = await this.database
      .selectFrom("summaries")
      .select("body")
      .where(({ and }) => and({ run, suite }))
      .executeTakeFirst();
    return row && this.database.json<StoredSummary>(row.body);
  }

  /** Keeps sums, unless the run has been written since it was read, or is being played. */
  async keepSummary({ id, updatedAt }: Pick<StoredRun, "id" | "updatedAt">, suite: number, summary: StoredSummary) {
    await this.database.atomically(async (transaction) => {
      // An update, because it locks the row: nobody can begin to write the run before the sums are there to be deleted.
      const { numUpdatedRows } = await transaction
        .updateTable("runs")
        .set({ updated_at: updatedAt })
        .where(({ and }) => and({ id, updated_at: updatedAt }))
        .where("owner", "is", null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      const row = { run: id, suite, body: JSON.stringify(summary) };
      await transaction
        .insertInto("summaries")
        .values(row)
        .onConflict((conflict) => conflict.columns(["run", "suite"]).doUpdateSet({ body: row.body }))
        .execute();
    });
  }

  async #newest(run: string, suite: number, trials: string[], { samplesOf, dimensions = false }: WantedValues) {
    // Whole scores are long, so only those are read that may hold more than their columns say. Before version 2 one of
    // them was whether the score passed.
    const wantedBodies = [
      sql`value is not null and passed is null`,
      sql`metric = ${samplesOf ?? ""}`,
      ...(dimensions ? [sql`value is not null and (body like '%"native":{%' or body like '%"dimension":"%')`] : []),
    ];
    const rows = await this.database
      .selectFrom("scores")
      .select(["trial", "metric", "identity", "status", "value", "passed"])
      .select(sql<string | null>`case when ${sql.join(wantedBodies, sql` or `)} then body end`.as("body"))
      .where(({ and }) => and({ run, suite }))
      .where("trial", "in", trials)
      .orderBy("pass")
      .orderBy("position")
      .execute();
    const newest = new Map<string, Map<string, StoredValue>>();
    for (const { trial, metric, identity, status, value, passed, body } of rows) {
      const score = body === null ? undefined : this.database.json<Score>(body);
      const samples = metric === samplesOf ? samplesIn(score) : undefined;
      const dimensional = dimensions && score ? dimensionsOf(score) : undefined;
      const scores = newest.get(trial) ?? new Map<string, StoredValue>();
      const one = {
        metric,
        identity,
        status,
        value: value ?? undefined,
        passed:
          value === null ? undefined : passed === null ? score?.status === "scored" && score.passed : passed === 1,
        ...(samples ? { samples } : {}),
        ...(dimensional ? { dimensions: dimensional } : {}),
      };
      newest.set(trial, scores.set(metric, one));
    }
    return newest;
  }
}

function dimensionsOf(score: Score): StoredValue["dimensions"] {
  const values = dimensionsIn(score);
  return score.status === "scored" && values.length > 0 ? { scale: scaleOf(score), values } : undefined;
}

/** The values of a judge that was asked more than once. */
function samplesIn(score: Score | undefined): number[] | undefined {
  const detail =
    score && "detail" in score ? (score.detail as { samples?: { values?: number[] } } | undefined) : undefined;
  return detail?.samples?.values;
}

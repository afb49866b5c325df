import { sql } from "kysely";
import { sha256 } from "../base/index.ts";
import type { Score } from "../shape/index.ts";
import type { TrialAddress } from "./records.ts";
import { inParts, StorePart } from "./store-database.ts";

/** What scored a trial. */
export interface Scorings {
  /** The newest score of each metric with the metric's identity, in the suite's order of metrics. */
  given: { score: Score; identity: string }[];
  /** How often the trial has been scored. */
  passes: number;
}

/** Scores, without their trials. */
export class ScoreStore extends StorePart {
  /** The scorings of some trials; those that were never scored are left out. */
  async of(run: string, suite: number, trials: readonly string[]): Promise<Map<string, Scorings>> {
    const rows = await this.database
      .selectFrom("scores")
      .select(["trial", "metric", "position", "identity", "pass", "body"])
      .where(({ and }) => and({ run, suite }))
      .where("trial", "in", [...trials])
      .orderBy("trial")
      .orderBy("pass")
      .orderBy("position")
      .execute();
    const found = Map.groupBy(rows, ({ trial }) => trial);
    return new Map(
      [...found].map(([trial, scores]) => {
        const newest = new Map<string, (typeof scores)[number]>();
        // A later pass may hold only a few metrics: a metric keeps its first position.
        for (const row of scores)
          newest.set(row.metric, { ...row, position: newest.get(row.metric)?.position ?? row.position });
        const given = [...newest.values()]
          .sort((a, b) => a.position - b.position)
          .map(({ body, identity }) => ({ score: this.database.json<Score>(body), identity }));
        return [trial, { given, passes: Number(scores.at(-1)?.pass) }];
      }),
    );
  }

  /**
   * Every score that a metric gave in a suite of a run, earlier scorings first, each with its trial's place and the SHA-256
   * of the conversation; of these trials only, if some are named.
   */
  async ofMetric({ run, suite, metric }: Omit<TrialAddress, "trial"> & { metric: string }, trials?: readonly string[]) {
    const query = this.database
      .selectFrom("scores")
      .innerJoin("trials", (join) =>
        join
          .onRef("trials.run", "=", "scores.run")
          .onRef("trials.suite", "=", "scores.suite")
          .onRef("trials.trial", "=", "scores.trial"),
      )
      .select(["scores.trial", "scores.identity", "scores.body"])
      .select(["trials.case_id", "trials.cluster", "trials.transcript_hash"])
      .select(sql<string | null>`case when trials.transcript_hash is null then trials.transcript end`.as("unhashed"))
      .where(({ and }) => and({ "scores.run": run, "scores.suite": suite, "scores.metric": metric }))
      .orderBy("trials.position")
      .orderBy("scores.pass");
    const parts = trials ? inParts(trials, 500).map((part) => query.where("scores.trial", "in", part)) : [query];
    const rows = [];
    for (const part of parts) rows.push(...(await part.execute()));
    return rows.map((row) => ({
      trial: row.trial,
      caseId: row.case_id,
      cluster: row.cluster ?? undefined,
      transcriptHash: row.transcript_hash ?? sha256(row.unhashed ?? ""),
      identity: row.identity,
      score: this.database.json<Score>(row.body),
    }));
  }
}

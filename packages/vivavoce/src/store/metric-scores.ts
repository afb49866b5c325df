import { sql } from "kysely";
import { sha256 } from "../base/index.ts";
import type { Score } from "../shape/index.ts";
import type { StoreDatabase } from "./store-database.ts";

/** One score of a metric, with the place of its trial. */
export interface MetricScore {
  trial: string;
  caseId: string;
  cluster: string | undefined;
  /** SHA-256 of the conversation. */
  transcriptHash: string;
  identity: string;
  score: Score;
}

/** How many trials one query names. */
const most = 500;

/** Every score that a metric gave in a suite of a run, earlier scorings first; of these trials only, if some are named. */
export async function metricScores(
  database: StoreDatabase,
  { run, suite, metric }: { run: string; suite: number; metric: string },
  trials?: readonly string[],
): Promise<MetricScore[]> {
  const query = database
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
    .where("scores.run", "=", run)
    .where("scores.suite", "=", suite)
    .where("scores.metric", "=", metric)
    .orderBy("trials.position")
    .orderBy("scores.pass");
  const rows = [];
  if (!trials) rows.push(...(await query.execute()));
  else
    for (let from = 0; from < trials.length; from += most)
      rows.push(...(await query.where("scores.trial", "in", trials.slice(from, from + most)).execute()));
  return rows.map((row) => ({
    trial: row.trial,
    caseId: row.case_id,
    cluster: row.cluster ?? undefined,
    transcriptHash: row.transcript_hash ?? sha256(row.unhashed ?? ""),
    identity: row.identity,
    score: database.json<Score>(row.body),
  }));
}

import { sql } from "kysely";
import type { Score } from "../shape/index.ts";
import type { TrialAddress } from "./records.ts";
import type { StoreDatabase } from "./store-database.ts";

/** A score, and the identity of the metric that gave it. */
export interface IdentifiedScore {
  score: Score;
  identity: string;
}

/** What scored a trial. */
export interface Scorings {
  /** The newest score of each metric, in the suite's order of metrics. */
  given: IdentifiedScore[];
  /** How often the trial has been scored. */
  passes: number;
}

/** The scorings of some trials; those that were never scored are left out. */
export async function scoringsOf(
  database: StoreDatabase,
  run: string,
  suite: number,
  trials: readonly string[],
): Promise<Map<string, Scorings>> {
  const rows = await database
    .selectFrom("scores")
    .select(["trial", "metric", "position", "identity", "pass", "body"])
    .where("run", "=", run)
    .where("suite", "=", suite)
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
        .map(({ body, identity }) => ({ score: database.json<Score>(body), identity }));
      return [trial, { given, passes: Number(scores.at(-1)?.pass) }];
    }),
  );
}

/** How often a trial has been scored. */
export async function passesOf(database: StoreDatabase, { run, suite, trial }: TrialAddress): Promise<number> {
  const row = await database
    .selectFrom("scores")
    .select(sql<number | null>`max(pass)`.as("pass"))
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "=", trial)
    .executeTakeFirst();
  return Number(row?.pass ?? 0);
}

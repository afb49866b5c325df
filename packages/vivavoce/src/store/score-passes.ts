import { sql } from "kysely";
import type { Score } from "../metric/index.ts";
import type { TrialAddress } from "./records.ts";
import type { StoreDatabase } from "./store-database.ts";

/** A score, and the identity of the metric that gave it. */
export interface IdentifiedScore {
  score: Score;
  identity: string;
}

/** The newest score of each metric, by trial, in the suite's order of metrics. */
export async function newestScores(
  database: StoreDatabase,
  run: string,
  suite: number,
  trials: readonly string[],
): Promise<Map<string, Score[]>> {
  const found = await identifiedScores(database, run, suite, trials);
  return new Map([...found].map(([trial, scores]) => [trial, scores.map(({ score }) => score)]));
}

/** The same with the identities that gave them. */
export async function identifiedScores(
  database: StoreDatabase,
  run: string,
  suite: number,
  trials: readonly string[],
): Promise<Map<string, IdentifiedScore[]>> {
  const rows = await database
    .selectFrom("scores")
    .select(["trial", "metric", "position", "identity", "body"])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "in", [...trials])
    .orderBy("trial")
    .orderBy("pass")
    .orderBy("position")
    .execute();
  const newest = new Map<string, Map<string, IdentifiedScore & { position: number }>>();
  for (const { trial, metric, position, identity, body } of rows) {
    const scores = newest.get(trial) ?? new Map<string, IdentifiedScore & { position: number }>();
    // A later pass may hold only a few metrics: a metric keeps its first position.
    const place = scores.get(metric)?.position ?? position;
    newest.set(trial, scores.set(metric, { score: database.json<Score>(body), identity, position: place }));
  }
  return new Map([...newest].map(([trial, scores]) => [trial, inOrder([...scores.values()])]));
}

function inOrder(scores: readonly (IdentifiedScore & { position: number })[]): IdentifiedScore[] {
  return scores.toSorted((a, b) => a.position - b.position).map(({ score, identity }) => ({ score, identity }));
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

/** Who gave a trial its scores. */
export interface Scorings {
  /** The identity of each metric that gave the newest score. */
  identities: ReadonlyMap<string, string>;
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
    .select(["trial", "metric", "identity", "pass"])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "in", [...trials])
    .orderBy("pass")
    .execute();
  const found = Map.groupBy(rows, ({ trial }) => trial);
  return new Map(
    [...found].map(([trial, scores]) => [
      trial,
      {
        identities: new Map(scores.map(({ metric, identity }) => [metric, identity])),
        passes: Number(scores.at(-1)?.pass),
      },
    ]),
  );
}

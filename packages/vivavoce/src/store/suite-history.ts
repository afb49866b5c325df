import { sql } from "kysely";
import type { FailedCase, RunHeader, SuiteHeader, Variant } from "../shape/index.ts";
import type { StoreDatabase } from "./store-database.ts";

/** The average calls and cost of a suite's trial. */
export interface TrialAverages {
  calls: number;
  cost: number | undefined;
}

/** The cases that did not pass in a suite's newest run, with their variants. A stand-in's failures do not count. */
export async function notPassed(database: StoreDatabase, suite: string): Promise<FailedCase[]> {
  const runs = await database
    .selectFrom("run_suites")
    .innerJoin("runs", "runs.id", "run_suites.run")
    .select(["run_suites.run", "run_suites.position", "runs.header"])
    .where("run_suites.name", "=", suite)
    .orderBy("runs.created_at", "desc")
    .execute();
  const newest = runs.find(({ header }) => {
    const { options, given } = database.json<RunHeader>(header);
    // Given transcripts cannot be played again.
    return options.agent === undefined && given === undefined;
  });
  if (!newest) return [];
  const rows = await database
    .selectFrom("trials")
    .select(["case_id", "variant"])
    .distinct()
    .where("run", "=", newest.run)
    .where("suite", "=", newest.position)
    .where("status", "in", ["failed", "errored", "unscored"])
    .execute();
  return rows.map((row) => ({ caseId: row.case_id, variant: database.json<Variant>(row.variant) }));
}

/** Averages over the trials of the newest run that asked models: not a replay, not of a stand-in, alike, and long enough. */
export async function averages(
  database: StoreDatabase,
  suite: string,
  isAlike: (header: SuiteHeader) => boolean,
  leastTrials: number,
): Promise<TrialAverages | undefined> {
  const runs = await database
    .selectFrom("run_suites")
    .innerJoin("runs", "runs.id", "run_suites.run")
    .select(["run_suites.run", "run_suites.position", "run_suites.header", "runs.header as of_run"])
    .where("run_suites.name", "=", suite)
    .orderBy("runs.created_at", "desc")
    .limit(50)
    .execute();
  for (const { run, position, header, of_run } of runs) {
    if (database.json<RunHeader>(of_run).options.agent !== undefined) continue;
    const known = database.json<SuiteHeader>(header);
    // Trials that were replayed beside others, or given, took no call.
    const isLive = known.variants.every(({ origin }) => origin === "live");
    if (known.mode === "replay" || !isLive || !isAlike(known)) continue;
    const { calls, cost } = await callsOf(database, run, position);
    const trials = await trialsOf(database, run, position);
    if (calls > 0 && trials >= leastTrials)
      return { calls: calls / trials, cost: cost === null ? undefined : cost / trials };
  }
  return undefined;
}

/** The calls of playing and the first scoring; calls of a later `viva score` are not part of a run's cost. */
async function callsOf(database: StoreDatabase, run: string, suite: number) {
  const { calls, priced, cost } = await database
    .selectFrom("calls")
    .select([
      sql<number>`count(*)`.as("calls"),
      sql<number>`count(cost)`.as("priced"),
      sql<number | null>`sum(cost)`.as("cost"),
    ])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("pass", "=", 1)
    .executeTakeFirstOrThrow();
  // A partial sum would look like the sum of all.
  return { calls: Number(calls), cost: Number(priced) < Number(calls) ? null : cost };
}

async function trialsOf(database: StoreDatabase, run: string, suite: number): Promise<number> {
  const { count } = await database
    .selectFrom("trials")
    .select(sql<number>`count(*)`.as("count"))
    .where("run", "=", run)
    .where("suite", "=", suite)
    // Trials that an outage ended early needed fewer calls than usual.
    .where((column) => column.or([column("status", "is", null), column("status", "!=", "errored")]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

import type { TrialStatus } from "../shape/index.ts";
import { callsOfSuite } from "./journal.ts";
import type { StoreDatabase } from "./store-database.ts";

/** How far a suite of a run is, whoever plays it. */
export interface SuiteStanding {
  /** How many trials have each status. */
  statuses: Partial<Record<TrialStatus, number>>;
  /** The model calls in its conversations. */
  conversationCalls: number;
  /** All answered calls that are in the journal: a replay journals none. */
  calls: number;
  /** Their cost; undefined if none of them has a known one. */
  cost: number | undefined;
  /** The calls besides that were answered from a cache, and what their answers cost when they were given. */
  cached: { calls: number; saved: number | undefined } | undefined;
}

/** `except`: the key of calls that belong to no trial. */
export async function suiteStanding(
  database: StoreDatabase,
  run: string,
  suite: number,
  except: string,
): Promise<SuiteStanding> {
  const rows = await database
    .selectFrom("trials")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count"), fn.sum<number>("model_calls").as("calls")])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("status", "is not", null)
    .groupBy("status")
    .execute();
  return {
    statuses: Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)])),
    conversationCalls: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
    ...(await callsOfSuite(database, run, suite, except)),
  };
}

import { sql } from "kysely";
import type { Variant } from "../agent/index.ts";
import type { FailedCase, SuiteHeader } from "./run-header.ts";
import type { StoreDatabase } from "./store-database.ts";

/** What a trial of a suite took on average. */
export interface TrialAverages {
  calls: number;
  cost: number | undefined;
}

/** The cases that did not pass in a suite's newest run, and under which variant; what a stand-in failed is no failure of the agent. */
export async function notPassed(database: StoreDatabase, suite: string): Promise<FailedCase[]> {
  const newest = await database
    .selectFrom("run_suites")
    .innerJoin("runs", "runs.id", "run_suites.run")
    .select(["run_suites.run", "run_suites.position"])
    .where("run_suites.name", "=", suite)
    .where(sql`json_extract(runs.header, '$.options.agent')`, "is", null)
    // Of given transcripts nothing can be played again.
    .where(sql`json_extract(runs.header, '$.given')`, "is", null)
    .orderBy("runs.created_at", "desc")
    .executeTakeFirst();
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

/** Averages over the trials of the newest run that asked models: not a replay, no stand-in that asks nobody, and alike. */
export async function averages(
  database: StoreDatabase,
  suite: string,
  isAlike: (header: SuiteHeader) => boolean,
): Promise<TrialAverages | undefined> {
  const runs = await database
    .selectFrom("run_suites")
    .innerJoin("runs", "runs.id", "run_suites.run")
    .select(["run_suites.run", "run_suites.position", "run_suites.header"])
    .where("run_suites.name", "=", suite)
    .orderBy("runs.created_at", "desc")
    .limit(20)
    .execute();
  for (const { run, position, header } of runs) {
    const known = database.json<SuiteHeader>(header);
    const isGiven = known.variants.some(({ origin }) => origin === "given transcripts");
    if (known.mode === "replay" || isGiven || !isAlike(known)) continue;
    const { calls, cost } = await callsOf(database, run, position);
    const trials = await trialsOf(database, run, position);
    if (calls > 0 && trials > 0) return { calls: calls / trials, cost: cost === null ? undefined : cost / trials };
  }
  return undefined;
}

/** The calls that playing and first scoring took; what `viva score` asked later is not part of a run's cost. */
async function callsOf(database: StoreDatabase, run: string, suite: number) {
  const { calls, cost } = await database
    .selectFrom("calls")
    .select([
      sql<number>`count(*)`.as("calls"),
      sql<number | null>`sum(json_extract(body, '$.answer.cost'))`.as("cost"),
    ])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("pass", "=", 1)
    .executeTakeFirstOrThrow();
  return { calls: Number(calls), cost };
}

async function trialsOf(database: StoreDatabase, run: string, suite: number): Promise<number> {
  const { count } = await database
    .selectFrom("trials")
    .select(sql<number>`count(*)`.as("count"))
    .where("run", "=", run)
    .where("suite", "=", suite)
    .executeTakeFirstOrThrow();
  return Number(count);
}

import type { CallRecord } from "../shape/index.ts";
import type { TrialAddress } from "./records.ts";
import type { StoreDatabase } from "./store-database.ts";

/** The calls of one trial and one scoring of it, in the order they were answered. */
export async function journalledCalls(
  database: StoreDatabase,
  { run, suite, trial }: TrialAddress,
  pass: number,
): Promise<CallRecord[]> {
  const rows = await database
    .selectFrom("calls")
    .select("body")
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "=", trial)
    .where("pass", "=", pass)
    .orderBy("sequence")
    .execute();
  return newestOfEachPlace(rows.map((row) => database.json<CallRecord>(row.body)));
}

/** The newest scoring of some trials that asked a judge; trials without calls are left out. */
export async function newestPasses(
  database: StoreDatabase,
  run: string,
  suite: number,
  trials: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom("calls")
    .select(({ fn }) => ["trial", fn.max("pass").as("pass")])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "in", [...trials])
    .groupBy("trial")
    .execute();
  return new Map(rows.map(({ trial, pass }) => [trial, Number(pass)]));
}

/** After an attempt with another question, the journal holds two answers at one place: the later one is valid. */
function newestOfEachPlace(records: readonly CallRecord[]): CallRecord[] {
  const newest = new Map<string, CallRecord>();
  for (const record of records) {
    const place = JSON.stringify([record.role, record.label, record.index]);
    newest.delete(place);
    newest.set(place, record);
  }
  return [...newest.values()];
}

/** The calls that the trials of a suite have made so far, and what was spent on them as far as it is known. */
export async function callsOfSuite(database: StoreDatabase, run: string, suite: number, except: string) {
  const rows = await database
    .selectFrom("calls")
    .select(({ fn }) => ["cached", fn.countAll<number>().as("calls"), fn.sum<number | null>("cost").as("cost")])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "!=", except)
    .groupBy("cached")
    .execute();
  const of = (cached: 0 | 1) => {
    const { calls = 0, cost = null } = rows.find((row) => Number(row.cached) === cached) ?? {};
    return { calls: Number(calls), cost: cost === null ? undefined : Number(cost) };
  };
  const { calls, cost: saved } = of(1);
  return { ...of(0), cached: calls === 0 ? undefined : { calls, saved } };
}

/** The cost of a run's calls so far; calls of unknown cost count 0, and so do answers from the cache. */
export async function spentOn(database: StoreDatabase, run: string): Promise<number> {
  const { cost } = await database
    .selectFrom("calls")
    .select(({ fn }) => fn.sum<number | null>("cost").as("cost"))
    .where("run", "=", run)
    .where("cached", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(cost ?? 0);
}

import { sql } from "kysely";
import { storedTranscript, type Transcript } from "../shape/index.ts";
import type { StoreDatabase } from "./store-database.ts";

/** The conversations that the simulated user spoiled and that were played again, by trial, in the order of playing. */
export async function spoiledAttempts(
  database: StoreDatabase,
  run: string,
  suite: number,
  trials?: readonly string[],
): Promise<Map<string, Transcript[]>> {
  let query = database
    .selectFrom("attempts")
    .select(["trial", "transcript"])
    .where("run", "=", run)
    .where("suite", "=", suite);
  if (trials) query = query.where("trial", "in", [...trials]);
  const attempts = new Map<string, Transcript[]>();
  for (const { trial, transcript } of await query.orderBy("trial").orderBy("attempt").execute()) {
    attempts.set(trial, [...(attempts.get(trial) ?? []), storedTranscript(database.json(transcript))]);
  }
  return attempts;
}

/** How many those are, by trial; trials without any are left out. */
export async function countSpoiledAttempts(
  database: StoreDatabase,
  run: string,
  suite: number,
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom("attempts")
    .select(["trial", sql<number>`count(*)`.as("count")])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .groupBy("trial")
    .execute();
  return new Map(rows.map(({ trial, count }) => [trial, Number(count)]));
}

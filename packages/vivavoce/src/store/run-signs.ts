import { sql } from "kysely";
import { ownerOf } from "./claims.ts";
import type { StoreDatabase } from "./store-database.ts";

/** When a run was last written, and a text that is another one whenever something in it has changed. */
export interface RunSign {
  updatedAt: number;
  /** The signs of life of a run that is being played do not change it. */
  sign: string;
  /** The process that plays it, if one does, or did when it was killed. */
  owner: string | undefined;
}

/** The signs of all runs, for somebody who asks again and again: only runs that were written since are looked at. */
export async function runSigns(
  database: StoreDatabase,
  before: ReadonlyMap<string, RunSign>,
): Promise<Map<string, RunSign>> {
  const rows = await database.selectFrom("runs").select(["id", "updated_at", "finished_at", "owner"]).execute();
  const now = new Map<string, RunSign>();
  for (const { id, updated_at, finished_at, owner } of rows) {
    const known = before.get(id);
    const updatedAt = Number(updated_at);
    if (known?.updatedAt === updatedAt) now.set(id, known);
    // The trials of a run that nobody is playing are not counted: they can only change with its row.
    else
      now.set(id, {
        updatedAt,
        owner: ownerOf(owner),
        sign: JSON.stringify([finished_at, owner, owner && (await trialCounts(database, id))]),
      });
  }
  return now;
}

async function trialCounts(database: StoreDatabase, run: string): Promise<unknown> {
  const counts = await database
    .selectFrom("trials")
    .select(["suite", "status", sql<number>`count(*)`.as("count")])
    .where("run", "=", run)
    .groupBy(["suite", "status"])
    .execute();
  // Scores are appended, so a run that is scored again without a change of status is noticed by their number.
  const scores = await database
    .selectFrom("scores")
    .select(sql<number>`count(*)`.as("count"))
    .where("run", "=", run)
    .executeTakeFirst();
  return [counts.map(({ suite, status, count }) => [suite, status, Number(count)]).sort(), Number(scores?.count)];
}

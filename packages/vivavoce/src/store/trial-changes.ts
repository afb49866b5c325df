import type { Kysely, Transaction, Updateable } from "kysely";
import type { TrialAddress } from "./records.ts";
import type { Tables, TrialTable } from "./schema.ts";

/** Changes columns of a trial. */
export async function updateTrial(
  database: Kysely<Tables>,
  { run, suite, trial }: TrialAddress,
  changes: Updateable<TrialTable>,
): Promise<void> {
  await database
    .updateTable("trials")
    .set(changes)
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "=", trial)
    .execute();
}

/** Moves a suite's trials to their positions in a new plan, and deletes those without one. */
export async function repositionTrials(
  transaction: Transaction<Tables>,
  run: string,
  suite: number,
  positions: (trial: string) => number | undefined,
): Promise<void> {
  const rows = await transaction
    .selectFrom("trials")
    .select(["trial", "position"])
    .where("run", "=", run)
    .where("suite", "=", suite)
    .execute();
  for (const { trial, position } of rows) {
    const now = positions(trial);
    if (now === undefined) await deleteTrial(transaction, { run, suite, trial }, { journal: "drop" });
    else if (now !== Number(position)) await updateTrial(transaction, { run, suite, trial }, { position: now });
  }
}

/** Deletes what is known of a trial, so that it is pending. */
export async function deleteTrial(
  transaction: Transaction<Tables>,
  { run, suite, trial }: TrialAddress,
  { journal }: { journal: "keep" | "drop" },
): Promise<void> {
  // Spoiled conversations are deleted in both cases: played from the journal, they are spoiled and written again.
  const tables = ["scores", "attempts", "trials", ...(journal === "drop" ? (["calls"] as const) : [])] as const;
  for (const table of tables) {
    await transaction
      .deleteFrom(table)
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "=", trial)
      .execute();
  }
}

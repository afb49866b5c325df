import type { Kysely, Transaction } from "kysely";
import { keepClaim } from "./claims.ts";
import type { RowGroup, StatusChange } from "./row-group.ts";
import type { AttemptTable, ScoreTable, Tables, TrialTable } from "./schema.ts";

/** Writes a group in one transaction: calls, then conversations, then their scores; nothing of a run that is lost. */
export async function commitRows(
  database: Kysely<Tables>,
  { calls, trials, scores, statuses, attempts, claims }: RowGroup,
) {
  await database.transaction().execute(async (transaction) => {
    for (const claim of claims) await keepClaim(transaction, claim);
    for (const rows of inParts(calls)) await transaction.insertInto("calls").values(rows).execute();
    for (const rows of inParts(trials)) await insertTrials(transaction, rows);
    for (const rows of inParts(scores)) await insertScores(transaction, rows);
    if (attempts.length > 0) await insertAttempts(transaction, attempts);
    for (const change of statuses) await setStatus(transaction, change);
  });
}

/** A trial that is played again, after an outage or because its case changed, replaces the earlier one. */
async function insertTrials(transaction: Transaction<Tables>, rows: TrialTable[]): Promise<void> {
  const changing = Object.keys(rows[0] ?? {}).filter((column) => !["run", "suite", "trial"].includes(column));
  await transaction
    .insertInto("trials")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["run", "suite", "trial"])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(changing.map((column) => [column, ref(`excluded.${column}` as never)])),
        ),
    )
    .execute();
}

async function insertScores(transaction: Transaction<Tables>, rows: ScoreTable[]): Promise<void> {
  const changing = ["position", "identity", "status", "value", "passed", "gating", "body"] as const;
  await transaction
    .insertInto("scores")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["run", "suite", "trial", "metric", "pass"])
        .doUpdateSet(({ ref }) => Object.fromEntries(changing.map((column) => [column, ref(`excluded.${column}`)]))),
    )
    .execute();
}

async function insertAttempts(transaction: Transaction<Tables>, rows: AttemptTable[]): Promise<void> {
  await transaction
    .insertInto("attempts")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["run", "suite", "trial", "attempt"])
        .doUpdateSet(({ ref }) => ({ transcript: ref("excluded.transcript") })),
    )
    .execute();
}

async function setStatus(transaction: Transaction<Tables>, change: StatusChange) {
  const { run, suite, trial, status, answers } = change;
  await transaction
    .updateTable("trials")
    .set({ status, ...(answers === undefined ? {} : { answers }) })
    .where("run", "=", run)
    .where("suite", "=", suite)
    .where("trial", "=", trial)
    .execute();
}

/** SQLite allows 32,766 values in one statement: sixty trials of a suite with many metrics have more. */
function inParts<Row>(rows: readonly Row[], most = 1_000): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => rows.slice(part * most, (part + 1) * most));
}

import type { Transaction } from "kysely";
import { addressKey, heldTrials, keepClaim } from "./claims.ts";
import type { TrialAddress } from "./records.ts";
import type { RowGroup, StatusChange } from "./row-group.ts";
import type { AttemptTable, CaseTable, ScoreTable, Tables, TrialTable } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";
import { updateTrial } from "./trial-changes.ts";

/**
 * Writes a group in one transaction: calls, then conversations, then their scores; nothing of a run that is lost. Returns
 * the trials that other workers have by now, of which nothing was written.
 */
export function commitRows(database: StoreDatabase, group: RowGroup): Promise<TrialAddress[]> {
  return database.atomically(async (transaction) => {
    for (const claim of group.claims) await keepClaim(transaction, claim);
    const held = await heldTrials(transaction, group.trialClaims);
    const lost = group.trialClaims.filter((claim) => !held.has(addressKey(claim)));
    const { calls, trials, scores, statuses, attempts } = lost.length === 0 ? group : without(group, lost);
    for (const rows of inParts(calls)) await transaction.insertInto("calls").values(rows).execute();
    for (const rows of inParts(trials)) await insertTrials(transaction, rows);
    for (const rows of inParts(scores)) await insertScores(transaction, rows);
    if (attempts.length > 0) await insertAttempts(transaction, attempts);
    for (const rows of inParts(group.cases)) await insertCases(transaction, rows);
    for (const change of statuses) await setStatus(transaction, change);
    return lost.map(({ run, suite, trial }) => ({ run, suite, trial }));
  });
}

function without(group: RowGroup, lost: readonly TrialAddress[]): RowGroup {
  const keys = new Set(lost.map(addressKey));
  const kept = <Row extends TrialAddress>(rows: readonly Row[]) => rows.filter((row) => !keys.has(addressKey(row)));
  const { calls, trials, scores, statuses, attempts } = group;
  return {
    ...group,
    calls: kept(calls),
    trials: kept(trials),
    scores: kept(scores),
    statuses: kept(statuses),
    attempts: kept(attempts),
  };
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

/** Its other trials have the same. */
export async function insertCases(transaction: Transaction<Tables>, rows: CaseTable[]): Promise<void> {
  await transaction
    .insertInto("cases")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
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

async function setStatus(transaction: Transaction<Tables>, { status, answers, ...trial }: StatusChange): Promise<void> {
  await updateTrial(transaction, trial, { status, ...(answers === null ? {} : { answers }) });
}

/** SQLite allows 32,766 values in one statement: sixty trials of a suite with many metrics have more. */
export function inParts<Row>(rows: readonly Row[], most = 1_000): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, part) => rows.slice(part * most, (part + 1) * most));
}

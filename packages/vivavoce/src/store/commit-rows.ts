import type { Kysely } from "kysely";
import { addressKey, keepClaim, type TrialClaim } from "./claims.ts";
import type { TrialAddress } from "./records.ts";
import type { RowGroup } from "./row-group.ts";
import type { Tables } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";

/** A database in the newest schema, and what writes it. */
export interface OpenedStore {
  database: StoreDatabase;
  /** Resolves when the group is synced to disk, with the trials that were left out: see `commitRows`. */
  commit(group: RowGroup): Promise<TrialAddress[]>;
  /** From now on groups are written without this thread, which may never run again. */
  writeElsewhere?(): void;
  close(): Promise<void>;
}

const trialColumns = ["run", "suite", "trial"];

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
    await database.insertRows(transaction, "calls", calls, "new");
    // A trial that is played again, after an outage or because its case changed, replaces the earlier one.
    await database.insertRows(transaction, "trials", trials, trialColumns);
    await database.insertRows(transaction, "scores", scores, [...trialColumns, "metric", "pass"]);
    await database.insertRows(transaction, "attempts", attempts, [...trialColumns, "attempt"]);
    // The other trials of a case have the same.
    await database.insertRows(transaction, "cases", group.cases, "known");
    await database.setStatuses(transaction, statuses);
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

/** Which of these claims still hold. They cannot be lost before the transaction ends. */
async function heldTrials(database: Kysely<Tables>, claims: readonly TrialClaim[]): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const rows = await database
    .updateTable("trial_claims")
    .set({ claimed_at: Date.now() })
    .where(
      "claim",
      "in",
      claims.map(({ claim }) => claim),
    )
    .returning(["run", "suite", "trial"])
    .execute();
  return new Set(rows.map(addressKey));
}

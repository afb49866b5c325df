import { sql } from "kysely";
import { type Claims, newClaim, ownerOf } from "./claims.ts";
import type { TrialAddress } from "./records.ts";
import type { StoreDatabase } from "./store-database.ts";

/** How a worker gets a trial. */
export interface ClaimedTrial {
  /** How often it was claimed, this time included: more than once if a worker was ended while it played it. */
  taken: number;
  /** Its conversation is over, only its scores are missing. */
  isPlayed: boolean;
}

/** The worker, and the process whose plan it follows; left out: whoever has the run. */
export interface TrialTaker {
  worker: string;
  planner?: string | undefined;
}

/** Whoever has locked a trial for longer stands still, or the server is slow: the trial is tried again later. */
const lockMs = 500;

/**
 * Claims a trial of a run that another process has. First the claim, then the look at the trial: whoever is writing it at
 * this moment is waited for, but not for long.
 */
export async function claimTrial(
  database: StoreDatabase,
  claims: Claims,
  { run, suite, trial }: TrialAddress,
  { worker, planner }: TrialTaker,
): Promise<ClaimedTrial | "not-ours" | undefined> {
  const { claim } = newClaim(run, worker);
  const claiming = database.atomically(async (transaction) => {
    const played = await transaction.selectFrom("runs").select("owner").where("id", "=", run).executeTakeFirst();
    if (!played?.owner) return undefined;
    if (planner !== undefined && ownerOf(played.owner) !== planner) return "not-ours";
    const { taken } = await transaction
      .insertInto("trial_claims")
      .values({ run, suite, trial, claim, taken: 1, claimed_at: Date.now() })
      .onConflict((conflict) =>
        conflict.columns(["run", "suite", "trial"]).doUpdateSet(({ ref }) => ({
          claim: ref("excluded.claim"),
          claimed_at: ref("excluded.claimed_at"),
          taken: sql<number>`trial_claims.taken + 1`,
        })),
      )
      .returning("taken")
      .executeTakeFirstOrThrow();
    const row = await transaction
      .selectFrom("trials")
      .select("status")
      .where("run", "=", run)
      .where("suite", "=", suite)
      .where("trial", "=", trial)
      .executeTakeFirst();
    // The claim is taken back: whoever played the trial may still have to fail it, for what its agent does later.
    if (row?.status) throw new Settled();
    return { taken: Number(taken), isPlayed: row !== undefined };
  }, lockMs);
  const claimed = await claiming.catch((error: unknown) => {
    if (error instanceof Settled) return undefined;
    throw error;
  });
  if (typeof claimed === "object") claims.holdTrial({ run, suite, trial, claim });
  return claimed;
}

/** The trial has its result already. */
class Settled extends Error {}

import { sql, type Transaction, type Updateable } from "kysely";
import { newClaim, ownerOf } from "./claims.ts";
import type { TrialAddress } from "./records.ts";
import type { Tables } from "./schema.ts";
import { TrialReader } from "./trial-reader.ts";

/** How a worker gets a trial. */
export interface ClaimedTrial {
  /** How often it was claimed, this time included: more than once if a worker was ended while it played it. */
  taken: number;
  /** Its conversation is over, only its scores are missing. */
  isPlayed: boolean;
}

/** Whoever has locked a trial for longer stands still, or the server is slow: the trial is tried again later. */
const lockMs = 500;

/** Reads trials, and changes those of claimed runs. */
export class TrialStore extends TrialReader {
  /**
   * Claims a trial of a run that another process has for a worker. Whoever had it before can no longer write it. Undefined if
   * it is done already, or if its run is not being played any more; "not-ours" if it is played by another process than the
   * worker's plan is from: `planner`; left out, whoever has the run.
   */
  async claim(
    { run, suite, trial }: TrialAddress,
    { worker, planner }: { worker: string; planner?: string | undefined },
  ): Promise<ClaimedTrial | "not-ours" | undefined> {
    const { claim } = newClaim(run, worker);
    // First the claim, then the look at the trial: whoever is writing it at this moment is waited for, but not for long.
    const claiming = this.database.atomically(async (transaction) => {
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
        .where(({ and }) => and({ run, suite, trial }))
        .executeTakeFirst();
      // The claim is taken back: whoever played the trial may still have to fail it, for what its agent does later.
      if (row?.status) throw new Settled();
      return { taken: Number(taken), isPlayed: row !== undefined };
    }, lockMs);
    const claimed = await claiming.catch((error: unknown) => {
      if (error instanceof Settled) return undefined;
      throw error;
    });
    if (typeof claimed === "object") this.claims.holdTrial({ run, suite, trial, claim });
    return claimed;
  }

  /** Drops trials that are no longer in the plan, and moves the others to their new positions. */
  reposition(run: string, suite: number, positions: (trial: string) => number | undefined): Promise<void> {
    return this.change([run], async (transaction) => {
      const rows = await transaction
        .selectFrom("trials")
        .select(["run", "suite", "trial", "position"])
        .where(({ and }) => and({ run, suite }))
        .execute();
      for (const row of rows) {
        const position = positions(row.trial);
        if (position === undefined) await deleteTrial(transaction, row, { journal: "drop" });
        else if (position !== Number(row.position)) await updateTrial(transaction, row, { position });
      }
    });
  }

  /** Makes trials pending again. Their journals stay if the same conversations will be played again. */
  forget(trials: readonly TrialAddress[], options: { journal: "keep" | "drop" }): Promise<void> {
    return this.#changeEach(trials, (transaction, trial) => deleteTrial(transaction, trial, options));
  }

  /** Makes trials pending whose scores are to be made again. Their conversations stay. */
  unsettle(trials: readonly TrialAddress[]): Promise<void> {
    return this.#changeEach(trials, (transaction, trial) => updateTrial(transaction, trial, { status: null }));
  }

  #changeEach(
    trials: readonly TrialAddress[],
    change: (transaction: Transaction<Tables>, trial: TrialAddress) => Promise<void>,
  ): Promise<void> {
    const runs = trials.map(({ run }) => run);
    return this.change(runs, async (transaction) => {
      for (const trial of trials) await change(transaction, trial);
    });
  }
}

/** The trial has its result already. */
class Settled extends Error {}

async function updateTrial(
  transaction: Transaction<Tables>,
  { run, suite, trial }: TrialAddress,
  changes: Updateable<Tables["trials"]>,
): Promise<void> {
  const update = transaction.updateTable("trials").set(changes);
  await update.where(({ and }) => and({ run, suite, trial })).execute();
}

async function deleteTrial(
  transaction: Transaction<Tables>,
  { run, suite, trial }: TrialAddress,
  { journal }: { journal: "keep" | "drop" },
): Promise<void> {
  // Spoiled conversations are deleted in both cases: played from the journal, they are spoiled and written again.
  const tables = ["scores", "attempts", "trials", ...(journal === "drop" ? (["calls"] as const) : [])] as const;
  for (const table of tables)
    await transaction
      .deleteFrom(table)
      .where(({ and }) => and({ run, suite, trial }))
      .execute();
}

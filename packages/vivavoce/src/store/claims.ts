import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { TrialAddress } from "./records.ts";
import type { Tables } from "./schema.ts";
import { StoreError } from "./store-error.ts";

/** A run, and the claim that allows writing it. */
interface RunClaim {
  run: string;
  claim: string;
}

/** A trial, and the claim of the worker that plays it. */
export interface TrialClaim extends TrialAddress {
  claim: string;
}

/** The runs and the single trials that this store may write. After a standstill, another process may have claimed them. */
export class Claims {
  readonly #held = new Map<string, string>();
  readonly #trials = new Map<string, TrialClaim>();

  hold({ run, claim }: RunClaim): void {
    this.#held.set(run, claim);
  }

  /** The claim to a run, for `keepClaim` to compare; without a claim, one that equals no other. */
  of(run: string): RunClaim {
    return { run, claim: this.#held.get(run) ?? "" };
  }

  /** A trial of a run that another process has: this store writes only the trial. */
  holdTrial(claim: TrialClaim): void {
    this.#trials.set(addressKey(claim), claim);
  }

  /** The claim to a trial, if it was claimed by itself. */
  ofTrial(address: TrialAddress): TrialClaim | undefined {
    return this.#trials.size === 0 ? undefined : this.#trials.get(addressKey(address));
  }
}

/** One text for a trial's address. */
export function addressKey({ run, suite, trial }: TrialAddress): string {
  return `${run}/${suite}/${trial}`;
}

/** The text in the run's row: the process, and a part that is unique to this claim. */
export function newClaim(run: string, owner: string): RunClaim {
  return { run, claim: `${owner}#${randomBytes(8).toString("hex")}` };
}

/** The process that has the run: "pid@host", and after a slash what distinguishes it from others with the same pid. */
export function ownerOf(claim: string | null): string | undefined {
  return claim?.split("#")[0];
}

/**
 * Gives a sign of life, and deletes the run's stored sums and its decision, because the run is about to change. Fails, and with it the
 * transaction, if another process has the run by now.
 */
export async function keepClaim(database: Kysely<Tables>, { run, claim }: RunClaim): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("runs")
    .set({ updated_at: Date.now(), decision: null })
    .where(({ and }) => and({ id: run, owner: claim }))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw await lostClaim(database, run);
  await database.deleteFrom("summaries").where("run", "=", run).execute();
}

async function lostClaim(database: Kysely<Tables>, run: string): Promise<StoreError> {
  const row = await database.selectFrom("runs").select("owner").where("id", "=", run).executeTakeFirst();
  if (!row) {
    const remedy = "Nothing more was written. Start a new run.";
    return new StoreError("taken-over", { message: `run ${run} was deleted while it was being written`, remedy });
  }
  const owner = ownerOf(row.owner)?.split("/")[0];
  return new StoreError("taken-over", {
    message: `run ${run} was taken over by another process${owner === undefined ? "" : `, ${owner},`} while this one stood still`,
    remedy: `This process has written nothing since then, and ends. viva show ${run} shows the run's progress.`,
  });
}

import type { Score } from "../metric/index.ts";
import { departureOf, type Transcript } from "../transcript/index.ts";

export const trialStatuses = ["errored", "failed", "unscored", "skipped", "passed"] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/**
 * A trial's status: the first that applies, in the order of `trialStatuses`. A metric marked `report` does not decide,
 * but if it breaks, the trial is errored as with any other. An agent that hung up or stayed quiet has failed, unless the
 * metric `ending` has checked that.
 */
export function trialStatus(
  { outcome, exchanges }: Pick<Transcript, "outcome" | "exchanges">,
  scores: readonly Score[],
): TrialStatus {
  if (outcome.kind === "infrastructure" || scores.some((score) => score.status === "errored")) return "errored";
  const gating = scores.filter((score) => score.gating);
  if (outcome.kind === "agent-failed") return "failed";
  if (departureOf({ outcome, exchanges }) && !scores.some(({ metric }) => metric === "ending")) return "failed";
  if (gating.some((score) => score.status === "scored" && !score.passed)) return "failed";
  if (gating.some((score) => score.status === "unscored")) return "unscored";
  if (gating.every((score) => score.status === "skipped")) return "skipped";
  return "passed";
}

/**
 * The status of a stored trial, derived again from how it ended and from its scores. What is written beside them can only
 * be worse: that the agent hung up, or went on after its conversation, is in no score.
 */
export function statusAgain(
  stored: TrialStatus,
  outcome: string,
  gating: readonly { status: string; passed?: boolean | undefined }[],
): TrialStatus {
  const has = (wanted: string) => gating.some(({ status }) => status === wanted);
  const holds: Record<TrialStatus, boolean> = {
    errored: outcome === "infrastructure" || has("errored"),
    failed: outcome === "agent-failed" || gating.some(({ status, passed }) => status === "scored" && passed === false),
    unscored: has("unscored"),
    skipped: gating.every(({ status }) => status === "skipped"),
    passed: true,
  };
  return trialStatuses.find((status) => status === stored || holds[status]) ?? stored;
}

/** How many trials ended how. */
export type Tally = Record<TrialStatus | "pending", number> & { planned: number };

export function emptyTally(planned: number): Tally {
  return { planned, passed: 0, failed: 0, unscored: 0, errored: 0, skipped: 0, pending: planned };
}

/** Counts one finished trial. */
export function count(tally: Tally, status: TrialStatus): void {
  tally[status] += 1;
  tally.pending -= 1;
}

/** Checks that planned = passed + failed + unscored + errored + skipped + pending. */
export function assertSum(tally: Tally): void {
  const sum = tally.pending + trialStatuses.reduce((total, status) => total + tally[status], 0);
  if (sum !== tally.planned || tally.pending < 0) {
    throw new Error(`the sum does not hold: ${JSON.stringify(tally)} adds up to ${sum}. This is a bug in Viva.`);
  }
}

import {
  departureOf,
  type Score,
  type Tally,
  type Transcript,
  type TrialStatus,
  trialStatuses,
} from "../shape/index.ts";

/**
 * A trial's status: the first that applies, in the order of `trialStatuses`. A metric marked `report` does not decide,
 * but if it breaks, the trial is errored as with any other. One that only watches can fail a trial, but if no other has a
 * value, nothing was expected, and the trial is skipped. An agent that hung up or stayed quiet has failed, unless the
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
  return gating.every(isUndemanding) ? "skipped" : "passed";
}

/** Whether a score does not speak for the trial: it was skipped, its metric only watched, or every value would do. */
function isUndemanding(score: Score): boolean {
  return score.status === "skipped" || score.watches === true || (score.status === "scored" && score.threshold === 0);
}

/** Why a trial was skipped: "nothing expected (contains: no text is expected)". */
export function skippedReason(scores: readonly Score[]): string {
  const told = scores.flatMap((score) =>
    score.status === "skipped" && score.gating && !score.watches ? [`${score.metric}: ${score.reason}`] : [],
  );
  return `nothing expected${told.length === 0 ? "" : ` (${told.join("; ")})`}`;
}

/**
 * The status of a stored trial, derived again from how it ended and from its scores: it has passed only if they say so.
 * Otherwise what is stored holds: that the agent hung up, or that the simulated user spoiled it, is in no score.
 */
export function statusAgain(
  stored: TrialStatus,
  outcome: string,
  gating: readonly { status: string; passed?: boolean | undefined }[],
): TrialStatus {
  if (stored !== "passed" && stored !== "skipped") return stored;
  const has = (wanted: string) => gating.some(({ status }) => status === wanted);
  if (outcome === "infrastructure" || has("errored")) return "errored";
  const isMissed = gating.some(({ status, passed }) => status === "scored" && passed === false);
  if (outcome === "agent-failed" || isMissed) return "failed";
  return has("unscored") ? "unscored" : stored;
}

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

import { type Check, skippedCheck, type Transcript } from "../../../shape/index.ts";
import { firstWordTimes, knownOf, notMeasured, type Parts, replyTimes } from "../limits.ts";
import { checkPercentiles, figuresOf, hasLimit, type PercentileLimits } from "./percentiles.ts";

interface Wait {
  id: string;
  label: string;
  times(transcript: Transcript): Parts;
}

/** How long the caller waits for the end of a reply, and for its first word. */
export const waits = {
  latency: { id: "latency", label: "latency", times: replyTimes },
  firstWord: { id: "first-word", label: "time to the first word", times: firstWordTimes },
} as const satisfies Record<string, Wait>;

/**
 * One wait by its percentiles. If a time is missing they are unknown, because it may have been the longest: then a limit
 * is skipped, and without a limit nothing is shown.
 */
export function checkWait({ id, label, times }: Wait, transcript: Transcript, limits: PercentileLimits): Check[] {
  const parts = times(transcript);
  const reason = notMeasured(parts);
  if (reason === undefined) return checkPercentiles({ id, label, unit: "ms" }, knownOf(parts), limits);
  return hasLimit(limits) ? [skippedCheck({ id, label, reason })] : [];
}

/** The figures themselves, if all of them are known. */
export function waitFigures({ times }: Wait, transcript: Transcript) {
  const parts = times(transcript);
  return figuresOf(notMeasured(parts) === undefined ? knownOf(parts) : []);
}

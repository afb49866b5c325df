import { pairedTest } from "../stats/index.ts";
import type { Verdict } from "./verdict.ts";

/**
 * What Viva said of the same differences before it counted what is missing and allowed for few cases: Student's t on
 * the differences, one-sided at 5 %. Shown beside today's verdict on a baseline from that time.
 */
export function earlierVerdict(differences: readonly number[], margin: number): Verdict {
  const shifted = differences.map((difference) => difference + margin);
  const {
    t,
    p,
    diff = 0,
  } = pairedTest(
    shifted,
    shifted.map(() => 0),
  );
  // Differences that are all alike had no spread, and so no doubt.
  if (t === undefined || p === undefined || !Number.isFinite(t)) {
    return differences.length < 2 ? "inconclusive" : diff > 0 ? "pass" : "fail";
  }
  if (p / 2 >= 0.05) return "inconclusive";
  return t > 0 ? "pass" : "fail";
}

import type { Verdict } from "../shape/index.ts";
import { pairedTest } from "../stats/index.ts";

/**
 * The verdict that Viva 0.1 gave on the same differences, without regard to missing trials and few cases: Student's t on
 * the differences, one-sided at 5 %. Shown beside today's verdict for a baseline of that time.
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
  // If all differences were equal, their spread was 0, so the result counted as certain.
  if (t === undefined || p === undefined || !Number.isFinite(t)) {
    return differences.length < 2 ? "inconclusive" : diff > 0 ? "pass" : "fail";
  }
  if (p / 2 >= 0.05) return "inconclusive";
  return t > 0 ? "pass" : "fail";
}

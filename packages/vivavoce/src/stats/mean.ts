import { requireNumbers } from "./checks.ts";
import { studentCritical } from "./distributions/student-t.ts";
import { around, type Interval } from "./interval.ts";
import { meanOf, varianceOf } from "./moments.ts";

/** A mean over cases. What too few cases cannot show is undefined. */
export interface MeanEstimate {
  /** Cases. */
  n: number;
  /** The mean. */
  mean: number | undefined;
  /** Its standard error. */
  se: number | undefined;
  /** The 95 % interval. */
  ci: Interval | undefined;
}

/**
 * The mean over cases with se = s/√n and the 95 % interval x̄ ± t(n−1)·se (Student, 1908).
 *
 * @example mean([1, 1, 0, 1]); // { n: 4, mean: 0.75, se: 0.25, ci: { lo: -0.0456, hi: 1.5456 } }
 */
export function mean(xs: readonly number[]): MeanEstimate {
  requireNumbers("mean: xs", xs);
  const n = xs.length;
  if (n === 0) return { n, mean: undefined, se: undefined, ci: undefined };
  const estimate = meanOf(xs);
  const variance = varianceOf(xs);
  if (variance === undefined) return { n, mean: estimate, se: undefined, ci: undefined };
  const se = Math.sqrt(variance / n);
  return { n, mean: estimate, se, ci: around(estimate, studentCritical(0.95, n - 1) * se) };
}

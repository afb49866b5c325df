import { requireNumbers, requireSameLength } from "./checks.ts";
import { studentCritical, studentTwoSided } from "./distributions/student-t.ts";
import { around, type Interval } from "./interval.ts";
import { meanOf, varianceOf } from "./moments.ts";
import { signFlip } from "./sign-flip.ts";

/** A comparison paired by case. t and p are undefined when the differences do not vary. */
export interface PairedComparison {
  /** Pairs. */
  n: number;
  /** The mean difference. */
  diff: number | undefined;
  /** Its standard error. */
  se: number | undefined;
  /** The 95 % interval. */
  ci: Interval | undefined;
  /** Student's t. */
  t: number | undefined;
  /** The two-sided p-value of t. */
  p: number | undefined;
  /** The two-sided p-value of the sign-flip test, which assumes no distribution. */
  signFlip: number | undefined;
  /** The standard error if the cases were not paired: √(s²_a/n + s²_b/n). */
  unpairedSe: number | undefined;
}

/**
 * Two variants on the same cases, d = a − b: the mean difference with se = s_d/√n, its 95 % interval and two-sided
 * p by t(n−1) (Student, 1908), and the sign-flip p, which assumes only that d is symmetric around 0.
 *
 * @example pairedTest([0.8, 0.6, 0.9], [0.7, 0.6, 0.7]).diff; // 0.1
 */
export function pairedTest(a: readonly number[], b: readonly number[]): PairedComparison {
  requireNumbers("pairedTest: a", a);
  requireNumbers("pairedTest: b", b);
  requireSameLength("pairedTest: a and b", a, b);
  const n = a.length;
  const differences = a.map((value, index) => value - (b[index] ?? Number.NaN));
  return {
    n,
    diff: n === 0 ? undefined : meanOf(differences),
    ...studentPart(differences, spreadOf(differences, a, b)),
    signFlip: signFlip(differences),
    unpairedSe: unpairedError(a, b),
  };
}

/** s_d without rounding errors: 0.9 − 0.8 and 0.8 − 0.7 are the same difference. */
function spreadOf(differences: readonly number[], a: readonly number[], b: readonly number[]): number | undefined {
  const variance = varianceOf(differences);
  if (variance === undefined) return undefined;
  const largest = [...a, ...b].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const spread = Math.sqrt(variance);
  return spread <= 2 * Number.EPSILON * largest ? 0 : spread;
}

function studentPart(differences: readonly number[], spread: number | undefined) {
  if (spread === undefined) return { se: undefined, ci: undefined, t: undefined, p: undefined };
  const n = differences.length;
  const diff = meanOf(differences);
  const se = spread / Math.sqrt(n);
  const ci = around(diff, studentCritical(0.95, n - 1) * se);
  if (se === 0) return { se, ci, t: undefined, p: undefined };
  return { se, ci, t: diff / se, p: studentTwoSided(diff / se, n - 1) };
}

function unpairedError(a: readonly number[], b: readonly number[]): number | undefined {
  const varianceA = varianceOf(a);
  const varianceB = varianceOf(b);
  if (varianceA === undefined || varianceB === undefined) return undefined;
  return Math.sqrt((varianceA + varianceB) / a.length);
}

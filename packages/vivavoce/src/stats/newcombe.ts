import { requireCount, requireInside } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";
import type { Interval } from "./interval.ts";

/** A difference of two independent rates; all undefined when one of them has no case. */
export interface RateDifference {
  /** The first rate minus the second. */
  diff: number | undefined;
  /** The lower end of the 95 % interval. */
  lo: number | undefined;
  /** The upper end. */
  hi: number | undefined;
}

/**
 * The 95 % interval of p₁ − p₂ for independent groups, from both Wilson intervals (Newcombe, 1998, method 10):
 * diff − √((p₁−l₁)² + (u₂−p₂)²) to diff + √((u₁−p₁)² + (p₂−l₂)²).
 *
 * @example newcombe(46, 50, 40, 50); // { diff: 0.12, lo: -0.0193, hi: 0.2591 }
 */
export function newcombe(k1: number, n1: number, k2: number, n2: number): RateDifference {
  requireCount("newcombe: n1", n1);
  requireCount("newcombe: k1", k1, n1);
  requireCount("newcombe: n2", n2);
  requireCount("newcombe: k2", k2, n2);
  const first = wilson(k1, n1);
  const second = wilson(k2, n2);
  if (first === undefined || second === undefined) return { diff: undefined, lo: undefined, hi: undefined };
  const p1 = k1 / n1;
  const p2 = k2 / n2;
  const diff = p1 - p2;
  return {
    diff,
    lo: diff - Math.hypot(p1 - first.lo, second.hi - p2),
    hi: diff + Math.hypot(first.hi - p1, p2 - second.lo),
  };
}

/**
 * Wilson's score interval for k of n (E. B. Wilson, 1927): the p with |p̂ − p| ≤ z√(p(1−p)/n). Undefined without a case.
 *
 * @example wilson(45, 50); // { lo: 0.7864, hi: 0.9565 }
 */
export function wilson(k: number, n: number, level = 0.95): Interval | undefined {
  requireCount("wilson: n", n);
  requireCount("wilson: k", k, n);
  requireInside("wilson: level", level);
  return n === 0 ? undefined : scoreInterval(k, n, normalUpperQuantile((1 - level) / 2));
}

/**
 * Wilson's one-sided lower bound: with confidence `level` the rate is at least `lo`; `hi` is 1.
 *
 * @example wilsonLower(45, 50)?.lo; // 0.8085
 */
export function wilsonLower(k: number, n: number, level = 0.95): Interval | undefined {
  requireCount("wilsonLower: n", n);
  requireCount("wilsonLower: k", k, n);
  requireInside("wilsonLower: level", level);
  return n === 0 ? undefined : { lo: scoreInterval(k, n, normalUpperQuantile(1 - level)).lo, hi: 1 };
}

function scoreInterval(k: number, n: number, z: number): Interval {
  const scale = 1 + z ** 2 / n;
  const centre = (k / n + z ** 2 / (2 * n)) / scale;
  const reach = ((z / n) * Math.sqrt((k * (n - k)) / n + z ** 2 / 4)) / scale;
  // At the ends the formula gives exactly 0 and 1, which rounding would miss.
  return { lo: k === 0 && z >= 0 ? 0 : centre - reach, hi: k === n && z >= 0 ? 1 : centre + reach };
}

import { requireCount } from "./checks.ts";
import { wilson } from "./wilson.ts";

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

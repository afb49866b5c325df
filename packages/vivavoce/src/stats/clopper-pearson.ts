import { requireCount, requireInside } from "./checks.ts";
import { betaQuantile } from "./distributions/beta.ts";
import type { Interval } from "./interval.ts";

/**
 * The exact interval for k of n (Clopper & Pearson, 1934): the α/2 quantile of Beta(k, n−k+1) and
 * the 1 − α/2 quantile of Beta(k+1, n−k). Undefined without a case.
 *
 * @example clopperPearson(0, 20); // { lo: 0, hi: 0.1684 }
 */
export function clopperPearson(k: number, n: number, level = 0.95): Interval | undefined {
  requireCount("clopperPearson: n", n);
  requireCount("clopperPearson: k", k, n);
  requireInside("clopperPearson: level", level);
  if (n === 0) return undefined;
  const tail = (1 - level) / 2;
  return {
    lo: k === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    hi: k === n ? 1 : 1 - betaQuantile(tail, n - k, k + 1),
  };
}

import { requireInside, requireWhole } from "./checks.ts";
import { logBetaKernel, logRegularisedBeta } from "./distributions/incomplete-beta.ts";
import { rootOf } from "./distributions/root.ts";
import type { Interval } from "./interval.ts";

/**
 * The exact interval for k of n (Clopper & Pearson, 1934): the α/2 quantile of Beta(k, n−k+1) and
 * the 1 − α/2 quantile of Beta(k+1, n−k). Undefined without a case.
 *
 * @example clopperPearson(0, 20); // { lo: 0, hi: 0.1684 }
 */
export function clopperPearson(k: number, n: number, level = 0.95): Interval | undefined {
  requireWhole("clopperPearson: n", n, 0);
  requireWhole("clopperPearson: k", k, 0, n);
  requireInside("clopperPearson: level", level);
  if (n === 0) return undefined;
  const tail = (1 - level) / 2;
  return {
    lo: k === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    hi: k === n ? 1 : 1 - betaQuantile(tail, n - k, k + 1),
  };
}

/** The x with Iₓ(a, b) = p, for 0 < p < 1 and a, b ≥ 1, where ln Iₓ is concave and Newton's steps are safe. */
function betaQuantile(p: number, a: number, b: number): number {
  const target = Math.log(p);
  const ascentAt = (x: number) => {
    const point = { x, rest: 1 - x };
    const logChance = logRegularisedBeta(point, a, b);
    const logDensity = logBetaKernel(point, a, b) - Math.log(point.x) - Math.log(point.rest);
    return { excess: logChance - target, slope: Math.exp(logDensity - logChance) };
  };
  return rootOf(ascentAt, { lo: 0, hi: 1 }, a / (a + b));
}

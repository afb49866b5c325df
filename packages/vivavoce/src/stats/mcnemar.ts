import { requireWhole } from "./checks.ts";
import { logBetaKernel, logRegularisedBeta } from "./distributions/incomplete-beta.ts";

/** Two-sided p-values of McNemar's test. */
export interface McNemarResult {
  /** The exact p-value, which errs on the side of caution. */
  exact: number;
  /** The mid-p value, which is closer to the nominal level. */
  midP: number;
}

/**
 * McNemar's test on the flips alone, b one way and c the other, X ~ Binomial(b + c, ½):
 * exact = 2·P(X ≤ min), at most 1; midP = exact − P(X = min), and 1 − ½P(X = b) when b = c
 * (Fagerland, Lydersen & Laake, 2013). Without a flip both are 1.
 *
 * @example mcnemar(10, 3); // { exact: 0.0923, midP: 0.0574 }
 */
export function mcnemar(b: number, c: number): McNemarResult {
  requireWhole("mcnemar: b", b, 0);
  requireWhole("mcnemar: c", c, 0);
  const flips = b + c;
  if (flips === 0) return { exact: 1, midP: 1 };
  const fewer = Math.min(b, c);
  const observed = fairCoinExactly(fewer, flips);
  if (b === c) return { exact: 1, midP: 1 - observed / 2 };
  const exact = Math.min(1, 2 * fairCoinAtMost(fewer, flips));
  return { exact, midP: exact - observed };
}

const half = { x: 0.5, rest: 0.5 };

/** The chance of exactly k heads in n throws of a fair coin: C(n, k)/2ⁿ. */
function fairCoinExactly(k: number, n: number): number {
  return (4 * Math.exp(logBetaKernel(half, k + 1, n - k + 1))) / (n + 1);
}

/** The chance of at most k heads in n throws of a fair coin, for k < n: I_½(n − k, k + 1). */
function fairCoinAtMost(k: number, n: number): number {
  return Math.exp(logRegularisedBeta(half, n - k, k + 1));
}

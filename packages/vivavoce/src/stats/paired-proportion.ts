import { requireCount } from "./checks.ts";
import { logBetaKernel, regularisedBeta, unitPoint } from "./distributions/incomplete-beta.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";

/** A difference of two rates on the same cases. */
export interface PairedRateDifference {
  /** The first rate minus the second. */
  diff: number | undefined;
  /** Its standard error. */
  se: number | undefined;
  /** The lower end of the 95 % interval. */
  lo: number | undefined;
  /** The upper end. */
  hi: number | undefined;
}

/**
 * The difference of two pass rates on the same n cases, b of which only the first passed and c only the second:
 * (b − c)/n with se = √(b + c − (b−c)²/n)/n and the 95 % normal interval (Agresti, Categorical Data Analysis, 11.1).
 *
 * @example pairedProportion(100, 10, 3); // { diff: 0.07, se: 0.0354, lo: 0.0007, hi: 0.1393 }
 */
export function pairedProportion(n: number, b: number, c: number): PairedRateDifference {
  requireCount("pairedProportion: n", n);
  requireCount("pairedProportion: b", b, n);
  requireCount("pairedProportion: c", c, n - b);
  if (n === 0) return { diff: undefined, se: undefined, lo: undefined, hi: undefined };
  const diff = (b - c) / n;
  if (n === 1) return { diff, se: undefined, lo: undefined, hi: undefined };
  const se = Math.sqrt(b + c - (b - c) ** 2 / n) / n;
  const reach = normalUpperQuantile(0.025) * se;
  return { diff, se, lo: diff - reach, hi: diff + reach };
}

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
  requireCount("mcnemar: b", b);
  requireCount("mcnemar: c", c);
  const flips = b + c;
  if (flips === 0) return { exact: 1, midP: 1 };
  const fewer = Math.min(b, c);
  const observed = fairCoinExactly(fewer, flips);
  if (b === c) return { exact: 1, midP: 1 - observed / 2 };
  const exact = Math.min(1, 2 * fairCoinAtMost(fewer, flips));
  return { exact, midP: exact - observed };
}

/** The chance of exactly k heads in n throws of a fair coin: C(n, k)/2ⁿ. */
export function fairCoinExactly(k: number, n: number): number {
  return (4 * Math.exp(logBetaKernel(unitPoint(0.5), k + 1, n - k + 1))) / (n + 1);
}

/** The chance of at most k heads in n throws of a fair coin: I_½(n − k, k + 1). */
export function fairCoinAtMost(k: number, n: number): number {
  return k >= n ? 1 : regularisedBeta(unitPoint(0.5), n - k, k + 1);
}

import { logBetaKernel, regularisedBeta, unitPoint } from "./incomplete-beta.ts";

/** The chance of exactly k heads in n throws of a fair coin: C(n, k)/2ⁿ. */
export function fairCoinExactly(k: number, n: number): number {
  return (4 * Math.exp(logBetaKernel(unitPoint(0.5), k + 1, n - k + 1))) / (n + 1);
}

/** The chance of at most k heads in n throws of a fair coin: I_½(n − k, k + 1). */
export function fairCoinAtMost(k: number, n: number): number {
  return k >= n ? 1 : regularisedBeta(unitPoint(0.5), n - k, k + 1);
}

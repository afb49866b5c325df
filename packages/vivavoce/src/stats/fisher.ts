import { requireCount } from "./checks.ts";

/** p-values of Fisher's exact test. */
export interface FisherResult {
  /** The chance of a table at least as unlikely, if both rates are the same. */
  twoSided: number;
  /** One-sided: that the second rate came out this low or lower by chance. */
  drop: number;
}

/** Tables that are as likely as the observed one count as ties, even if rounding makes them differ. */
const tieTolerance = 1e-7;

/**
 * Fisher's exact test (1935) of k₁ of n₁ (the baseline) against k₂ of n₂ (the candidate), with all margins fixed.
 * Two-sided: the sum over all tables no more likely than the observed one.
 *
 * @example fisher([9, 10], [4, 10]); // { twoSided: 0.0573, drop: 0.0286 }
 */
export function fisher(baseline: readonly [number, number], candidate: readonly [number, number]): FisherResult {
  const [k1, n1] = baseline;
  const [k2, n2] = candidate;
  requireCount("fisher: n1", n1);
  requireCount("fisher: k1", k1, n1);
  requireCount("fisher: n2", n2);
  requireCount("fisher: k2", k2, n2);
  const { first, weights } = tableWeights(n1, n2, k1 + k2);
  const observed = (weights[k1 - first] ?? 0) * (1 + tieTolerance);
  let all = 0;
  let asUnlikely = 0;
  let dropped = 0;
  for (const [index, weight] of weights.entries()) {
    all += weight;
    if (weight <= observed) asUnlikely += weight;
    if (first + index >= k1) dropped += weight;
  }
  return { twoSided: Math.min(1, asUnlikely / all), drop: Math.min(1, dropped / all) };
}

/**
 * How likely each possible k₁ is, relative to the likeliest: from the mode outwards by the ratio of neighbours,
 * so that no factorial is ever formed.
 */
function tableWeights(n1: number, n2: number, successes: number): { first: number; weights: Float64Array } {
  const first = Math.max(0, successes - n2);
  const last = Math.min(n1, successes);
  const mode = Math.min(last, Math.max(first, Math.floor(((n1 + 1) * (successes + 1)) / (n1 + n2 + 2))));
  const growth = (k: number) => ((n1 - k) / (k + 1)) * ((successes - k) / (n2 - successes + k + 1));
  const weights = new Float64Array(last - first + 1);
  weights[mode - first] = 1;
  for (let k = mode; k < last; k += 1) weights[k + 1 - first] = (weights[k - first] ?? 0) * growth(k);
  for (let k = mode; k > first; k -= 1) weights[k - 1 - first] = (weights[k - first] ?? 0) / growth(k - 1);
  return { first, weights };
}

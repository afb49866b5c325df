import { requireEach, requireNumbers, requireSameLength } from "./checks.ts";
import { crossDeviation, squaredDeviation } from "./moments.ts";

/**
 * Pearson's r: Σ(x−x̄)(y−ȳ)/√(Σ(x−x̄)²Σ(y−ȳ)²). Undefined for fewer than two pairs or when one side does not vary.
 *
 * @example pearson([1, 2, 3], [2, 4, 7]); // 0.9934
 */
export function pearson(x: readonly number[], y: readonly number[]): number | undefined {
  requirePairs("pearson", x, y);
  return linear(x, y);
}

/**
 * Spearman's ρ (1904): Pearson's r of the ranks; ties share the mean of their ranks. Undefined like `pearson`.
 *
 * @example spearman([1, 2, 3], [10, 100, 1000]); // 1
 */
export function spearman(x: readonly number[], y: readonly number[]): number | undefined {
  requirePairs("spearman", x, y);
  return linear(averageRanks(x), averageRanks(y));
}

/**
 * Kendall's τ_b (1945): (concordant − discordant)/√(pairs untied in x · pairs untied in y). Undefined like `pearson`.
 *
 * @example kendallTauB([1, 2, 3], [1, 3, 2]); // 0.3333
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | undefined {
  requirePairs("kendallTauB", x, y);
  let balance = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (let later = 1; later < x.length; later += 1) {
    for (let earlier = 0; earlier < later; earlier += 1) {
      const signX = Math.sign((x[later] ?? 0) - (x[earlier] ?? 0));
      const signY = Math.sign((y[later] ?? 0) - (y[earlier] ?? 0));
      balance += signX * signY;
      untiedX += Math.abs(signX);
      untiedY += Math.abs(signY);
    }
  }
  return untiedX === 0 || untiedY === 0 ? undefined : withinOne(balance / Math.sqrt(untiedX * untiedY));
}

function linear(x: readonly number[], y: readonly number[]): number | undefined {
  if (x.length < 2) return undefined;
  const scale = Math.sqrt(squaredDeviation(x) * squaredDeviation(y));
  return scale === 0 ? undefined : withinOne(crossDeviation(x, y) / scale);
}

/** Limits rounding errors to ±1. */
function withinOne(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

function requirePairs(caller: string, x: readonly number[], y: readonly number[]): void {
  requireEach(requireNumbers, caller, { x, y });
  requireSameLength(`${caller}: x and y`, x, y);
}

/** The rank of each value from 1, in the order given; equal values share the mean of their ranks. */
export function averageRanks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  let start = 0;
  while (start < order.length) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const index of order.slice(start, end)) ranks[index] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}

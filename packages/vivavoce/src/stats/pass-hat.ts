import type { Clusters } from "./bound/units.ts";
import { type BoundedMean, boundedMean } from "./bounded-mean.ts";
import { requireWhole } from "./checks.ts";

/** Options of `passHat`. */
export interface PassHatOptions {
  /** k: how many repeats must all pass. */
  k: number;
  /** The repeats that were planned for each case. */
  planned: number;
  /** The cluster of each case, in the same order; a case without a cluster is its own unit. */
  clusters?: Clusters | undefined;
}

/** pass^k of a suite, with its interval. */
export interface PassHat extends BoundedMean {
  /** Cases with an undecided repeat. */
  undecided: number;
}

/**
 * pass^k of a suite: the chance that all of k repeats of a case pass, the mean over its cases, with its interval.
 * One row per case: 1 passed, 0 failed, null not decided. A repeat that is null or was not played counts as not passed.
 *
 * @example passHat([[1, 1, 1], [1, 0, null]], { k: 1, planned: 3 })?.mean; // 0.667
 */
export function passHat(
  cases: readonly (readonly (number | null | undefined)[])[],
  { k, planned, clusters }: PassHatOptions,
): PassHat | undefined {
  requireWhole("passHat: planned", planned, 1);
  requireWhole("passHat: k", k, 1, planned);
  let undecided = 0;
  const values = cases.map((row, index) => {
    const { passed, decided } = tally(row, `passHat: cases[${index}]`, planned);
    if (decided < planned) undecided += 1;
    return passHatK(planned, passed, k) ?? 0;
  });
  const mean = boundedMean(values, { clusters });
  return mean && { ...mean, undecided };
}

function tally(row: readonly (number | null | undefined)[], name: string, planned: number) {
  if (row.length > planned) {
    throw new RangeError(`${name} has ${row.length} repeats: pass at most the ${planned} that were planned`);
  }
  let passed = 0;
  let decided = 0;
  for (const [repeat, outcome] of row.entries()) {
    if (outcome === null || outcome === undefined) continue;
    if (outcome !== 0 && outcome !== 1) {
      throw new RangeError(`${name}[${repeat}] is ${outcome}: pass 1 for passed, 0 for failed, null for not decided`);
    }
    decided += 1;
    passed += outcome;
  }
  return { passed, decided };
}

/**
 * pass@k: the chance that at least one of k repeats passes, from c passes in n: 1 − C(n−c, k)/C(n, k)
 * (Chen et al., 2021). Undefined when there are fewer than k repeats. A suite's value is the mean over its cases.
 *
 * @example passAtK(8, 6, 2); // 0.9643
 */
export function passAtK(n: number, c: number, k: number): number | undefined {
  requireRepeats("passAtK", n, c, k);
  return k > n ? undefined : 1 - allChosenFrom(n - c, n, k);
}

/**
 * pass^k: the chance that all of k repeats pass, from c passes in n: C(c, k)/C(n, k) (Yao et al., 2024).
 * Undefined when there are fewer than k repeats. A suite's value is the mean over its cases.
 *
 * @example passHatK(8, 6, 2); // 0.5357
 */
export function passHatK(n: number, c: number, k: number): number | undefined {
  requireRepeats("passHatK", n, c, k);
  return k > n ? undefined : allChosenFrom(c, n, k);
}

/** C(some, k)/C(all, k) as a product of k fractions: no binomial coefficient, no overflow. */
function allChosenFrom(some: number, all: number, k: number): number {
  if (k > some) return 0;
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn += 1) chance *= (some - drawn) / (all - drawn);
  return chance;
}

function requireRepeats(caller: string, n: number, c: number, k: number): void {
  requireWhole(`${caller}: n`, n, 0);
  requireWhole(`${caller}: c`, c, 0, n);
  requireWhole(`${caller}: k`, k, 1);
}

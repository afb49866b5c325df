import { requireCount, requireWhole } from "./checks.ts";

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
  requireCount(`${caller}: n`, n);
  requireCount(`${caller}: c`, c, n);
  requireWhole(`${caller}: k`, k, 1);
}

import { requireProbability } from "./checks.ts";

/**
 * Bonferroni's adjustment: min(1, m·p). It limits the chance of any false alarm; so does Holm's, which finds more.
 *
 * @example bonferroni([0.01, 0.04]); // [0.02, 0.08]
 */
export function bonferroni(ps: readonly number[]): number[] {
  requireProbabilities("bonferroni: ps", ps);
  return ps.map((p) => Math.min(1, ps.length * p));
}

/**
 * Holm's step-down adjustment (1979): the running maximum of (m − rank + 1)·p from the smallest p up, at most 1.
 *
 * @example holm([0.04, 0.01]); // [0.04, 0.02]
 */
export function holm(ps: readonly number[]): number[] {
  requireProbabilities("holm: ps", ps);
  const adjusted = [...ps];
  let running = 0;
  for (const [rank, index] of ascendingOrder(ps).entries()) {
    running = Math.max(running, Math.min(1, (ps.length - rank) * (ps[index] ?? 1)));
    adjusted[index] = running;
  }
  return adjusted;
}

/**
 * Benjamini & Hochberg's adjustment (1995): the running minimum of m·p/rank from the largest p down.
 * It limits the expected share of false alarms among the findings.
 *
 * @example benjaminiHochberg([0.01, 0.04]); // [0.02, 0.04]
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  requireProbabilities("benjaminiHochberg: ps", ps);
  const adjusted = [...ps];
  let running = 1;
  for (const [fromLargest, index] of ascendingOrder(ps).toReversed().entries()) {
    running = Math.min(running, (ps.length * (ps[index] ?? 1)) / (ps.length - fromLargest));
    adjusted[index] = running;
  }
  return adjusted;
}

function ascendingOrder(ps: readonly number[]): number[] {
  return [...ps.keys()].sort((left, right) => (ps[left] ?? 1) - (ps[right] ?? 1));
}

function requireProbabilities(name: string, ps: readonly number[]): void {
  for (const [index, p] of ps.entries()) requireProbability(`${name}[${index}]`, p);
}

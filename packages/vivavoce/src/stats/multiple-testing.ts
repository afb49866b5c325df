import { requireFinite } from "./checks.ts";

/**
 * Holm's step-down adjustment (1979): the running maximum of (m − rank + 1)·p from the smallest p up, at most 1.
 *
 * @example holm([0.04, 0.01]); // [0.04, 0.02]
 */
export function holm(ps: readonly number[]): number[] {
  for (const [index, p] of ps.entries()) requireFinite(`holm: ps[${index}]`, p, 0, 1);
  const ascending = [...ps.keys()].sort((left, right) => (ps[left] ?? 1) - (ps[right] ?? 1));
  const adjusted = [...ps];
  let running = 0;
  for (const [rank, index] of ascending.entries()) {
    running = Math.max(running, Math.min(1, (ps.length - rank) * (ps[index] ?? 1)));
    adjusted[index] = running;
  }
  return adjusted;
}

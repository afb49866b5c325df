import { requireInside, requireWhole } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";
import type { Interval } from "./interval.ts";

/**
 * Wilson's score interval for k of n (E. B. Wilson, 1927): the p with |p̂ − p| ≤ z√(p(1−p)/n). Undefined without a case.
 *
 * @example wilson(45, 50); // { lo: 0.7864, hi: 0.9565 }
 */
export function wilson(k: number, n: number, level = 0.95): Interval | undefined {
  requireWhole("wilson: n", n, 0);
  requireWhole("wilson: k", k, 0, n);
  requireInside("wilson: level", level);
  if (n === 0) return undefined;
  const z = normalUpperQuantile((1 - level) / 2);
  const scale = 1 + z ** 2 / n;
  const centre = (k / n + z ** 2 / (2 * n)) / scale;
  const reach = ((z / n) * Math.sqrt((k * (n - k)) / n + z ** 2 / 4)) / scale;
  // At the ends the formula gives exactly 0 and 1, which rounding would miss.
  return { lo: k === 0 ? 0 : centre - reach, hi: k === n ? 1 : centre + reach };
}

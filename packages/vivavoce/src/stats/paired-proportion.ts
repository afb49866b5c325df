import { requireCount } from "./checks.ts";
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

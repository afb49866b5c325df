import { requireEach, requireProbability, requireSome } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";
import { around, type Interval } from "./interval.ts";

/** A pass rate that a judge reports, and how the judge compares with people. */
export interface JudgedRate {
  /** The pass rate that the judge reports, over n cases. */
  p: number;
  /** How many cases the judge rated. */
  n: number;
  /** How often the judge fails what people fail, over m0 cases that people failed. */
  tnr: number;
  /** How many cases people failed. */
  m0: number;
  /** How often the judge passes what people pass, over m1 cases that people passed. */
  tpr: number;
  /** How many cases people passed. */
  m1: number;
}

/** All undefined if the judge is not better than chance (tpr + tnr ≤ 1). */
export interface CorrectedRate {
  /** The corrected pass rate. */
  corrected: number | undefined;
  /** Its standard error. */
  se: number | undefined;
  /** The 95 % interval. */
  ci: Interval | undefined;
}

/**
 * The true pass rate behind a judge with known errors (Rogan & Gladen, 1978): θ = (p + tnr − 1)/(tpr + tnr − 1),
 * se = √(p(1−p)/n + (1−θ)²tnr(1−tnr)/m₀ + θ²tpr(1−tpr)/m₁)/(tpr + tnr − 1), 95 % normal interval.
 * Not cut to [0, 1]: a rate outside shows that the judge's error rates do not apply to these cases.
 *
 * @example roganGladen({ p: 0.8, n: 500, tnr: 0.85, m0: 40, tpr: 0.92, m1: 60 }).corrected; // 0.8442
 */
export function roganGladen({ p, n, tnr, m0, tpr, m1 }: JudgedRate): CorrectedRate {
  requireEach(requireProbability, "roganGladen", { p, tnr, tpr });
  requireEach(requireSome, "roganGladen", { n, m0, m1 });
  const discernment = tpr + tnr - 1;
  if (discernment <= Number.EPSILON) return { corrected: undefined, se: undefined, ci: undefined };
  const corrected = (p + tnr - 1) / discernment;
  const variance =
    (p * (1 - p)) / n + ((1 - corrected) ** 2 * tnr * (1 - tnr)) / m0 + (corrected ** 2 * tpr * (1 - tpr)) / m1;
  const se = Math.sqrt(variance) / discernment;
  return { corrected, se, ci: around(corrected, normalUpperQuantile(0.025) * se) };
}

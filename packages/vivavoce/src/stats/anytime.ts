import { requireCount, requireInside } from "./checks.ts";
import { logBeta, logRegularisedBeta, unitPoint } from "./distributions/incomplete-beta.ts";

/** Evidence against the null hypothesis that may be looked at after every case. */
export interface AnytimeEvidence {
  /** The e-value: how much someone who bets 1 against the null hypothesis has won. Infinity if it is too large. */
  e: number;
  /** min(1, 1/e): a p-value that is valid whenever you stop (Ville, 1939). */
  p: number;
}

/**
 * McNemar's test at any time: are wins and losses equally likely? The likelihood ratio against ½, mixed over
 * U(0, 1): e = 2ⁿ·B(wins + 1, losses + 1).
 *
 * @example anytimeMcNemar(9, 1); // { e: 9.309, p: 0.1074 }
 */
export function anytimeMcNemar(wins: number, losses: number): AnytimeEvidence {
  requireCount("anytimeMcNemar: wins", wins);
  requireCount("anytimeMcNemar: losses", losses);
  return evidence((wins + losses) * Math.LN2 + logBeta(wins + 1, losses + 1));
}

/**
 * Is the pass rate below p₀? The likelihood ratio of k of n against p₀, mixed over U(0, p₀):
 * e = B(k+1, n−k+1)·I_{p₀}(k+1, n−k+1) / (p₀ᵏ⁺¹(1−p₀)ⁿ⁻ᵏ).
 *
 * @example anytimeFloor(6, 12, 0.9); // { e: 174.04, p: 0.0057 }
 */
export function anytimeFloor(k: number, n: number, p0: number): AnytimeEvidence {
  requireCount("anytimeFloor: n", n);
  requireCount("anytimeFloor: k", k, n);
  requireInside("anytimeFloor: p0", p0);
  const a = k + 1;
  const b = n - k + 1;
  const logArea = logBeta(a, b) + logRegularisedBeta(unitPoint(p0), a, b);
  return evidence(logArea - a * Math.log(p0) - (b - 1) * Math.log1p(-p0));
}

function evidence(logE: number): AnytimeEvidence {
  return { e: Math.exp(logE), p: Math.min(1, Math.exp(-logE)) };
}

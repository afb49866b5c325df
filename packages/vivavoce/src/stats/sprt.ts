import { requireEach, requireInside } from "./checks.ts";

/** The two pass rates to decide between, and how often each decision may be wrong. */
export interface SprtHypotheses {
  /** The pass rate under H₀. */
  p0: number;
  /** The pass rate under H₁. */
  p1: number;
  /** The chance of accepting p₁ when p₀ holds. */
  alpha: number;
  /** The chance of accepting p₀ when p₁ holds. */
  beta: number;
}

/** What the test decided, and when. */
export interface SprtResult {
  /** Which rate is accepted, or that more outcomes are needed. */
  decision: "accept_p0" | "accept_p1" | "continue";
  /** How many outcomes were read until the decision. */
  n: number;
  /** The log-likelihood ratio. */
  llr: number;
  /** The ratio at which p₀ is accepted. */
  lower: number;
  /** The ratio at which p₁ is accepted. */
  upper: number;
}

/**
 * Wald's sequential probability ratio test (1945) on passes (1) and failures (0). Reads until the log-likelihood
 * ratio Σ ln(P₁(x)/P₀(x)) reaches upper = ln((1−β)/α) or lower = ln(β/(1−α)); later outcomes are ignored.
 *
 * @example sprt([1, 1, 0, 1], { p0: 0.7, p1: 0.9, alpha: 0.05, beta: 0.1 }).decision; // "continue"
 */
export function sprt(xs: readonly number[], { p0, p1, alpha, beta }: SprtHypotheses): SprtResult {
  requireEach(requireInside, "sprt", { p0, p1, alpha, beta });
  if (p0 === p1) throw new RangeError(`sprt: p0 and p1 are both ${p0}: pass two different rates`);
  if (alpha + beta >= 1)
    throw new RangeError(`sprt: alpha + beta is ${alpha + beta}: pass error rates whose sum is below 1`);
  for (const [index, x] of xs.entries()) {
    if (x !== 0 && x !== 1) throw new RangeError(`sprt: xs[${index}] is ${x}: pass 1 for a pass, 0 for a failure`);
  }

  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const passStep = Math.log(p1 / p0);
  const failureStep = Math.log((1 - p1) / (1 - p0));
  let llr = 0;
  for (const [index, x] of xs.entries()) {
    llr += x === 1 ? passStep : failureStep;
    if (llr >= upper) return { decision: "accept_p1", n: index + 1, llr, lower, upper };
    if (llr <= lower) return { decision: "accept_p0", n: index + 1, llr, lower, upper };
  }
  return { decision: "continue", n: xs.length, llr, lower, upper };
}

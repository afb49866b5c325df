import { requireAtLeastZero, requireFinite, requireInside, requirePositive } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";
import { studentTail, studentUpperQuantile } from "./distributions/student-t.ts";

export interface NonInferiorityQuestion {
  /** Candidate − baseline. */
  diff: number;
  /** Undefined when it cannot be known, as with one case: the verdict is then inconclusive. */
  se: number | undefined;
  /** How much worse is still acceptable, as a positive number. */
  margin: number;
  /** One-sided. */
  alpha?: number | undefined;
  /** Degrees of freedom: Student's t instead of the normal. */
  df?: number | undefined;
}

export interface NonInferiorityResult {
  verdict: "pass" | "fail" | "inconclusive";
  /** The one-sided bounds diff ∓ q·se. */
  lower: number | undefined;
  upper: number | undefined;
  /** (diff + margin)/se; with `df` it is Student's t. Undefined when se is 0. */
  z: number | undefined;
  p: number | undefined;
}

/**
 * Is the candidate no worse than the baseline by more than the margin? One-sided at α, H₀: diff ≤ −margin.
 * Pass when the lower bound is above −margin, fail when the upper bound is below it, else inconclusive.
 *
 * @example nonInferiority({ diff: -0.005, se: 0.012, margin: 0.03 }).verdict; // "pass"
 */
export function nonInferiority(question: NonInferiorityQuestion): NonInferiorityResult {
  const { diff, se, margin, alpha = 0.05, df = Number.POSITIVE_INFINITY } = question;
  requireFinite("nonInferiority: diff", diff);
  requireAtLeastZero("nonInferiority: margin", margin);
  requireInside("nonInferiority: alpha", alpha);
  if (se === undefined) {
    return { verdict: "inconclusive", lower: undefined, upper: undefined, z: undefined, p: undefined };
  }
  requireAtLeastZero("nonInferiority: se", se);
  if (!(df > 0)) throw new RangeError(`nonInferiority: df is ${df}: pass a number above 0, or leave it out for z`);

  const reach = studentUpperQuantile(alpha, df) * se;
  const lower = diff - reach;
  const upper = diff + reach;
  const verdict = lower > -margin ? "pass" : upper < -margin ? "fail" : "inconclusive";
  if (se === 0) return { verdict, lower, upper, z: undefined, p: undefined };
  const z = (diff + margin) / se;
  return { verdict, lower, upper, z, p: studentTail(z, df) };
}

/**
 * The cases needed to show non-inferiority when there is no true difference, not rounded:
 * n = (z₁₋α + z_power)²·ω²/margin², α one-sided.
 *
 * @example Math.ceil(nonInferiorityCases({ margin: 0.1, omega2: 0.15 })); // 93
 */
export function nonInferiorityCases({
  margin,
  omega2,
  alpha = 0.05,
  power = 0.8,
}: {
  margin: number;
  omega2: number;
  alpha?: number | undefined;
  power?: number | undefined;
}): number {
  requirePositive("nonInferiorityCases: margin", margin);
  requireAtLeastZero("nonInferiorityCases: omega2", omega2);
  requireInside("nonInferiorityCases: alpha", alpha);
  requireInside("nonInferiorityCases: power", power);
  if (power <= alpha) {
    throw new RangeError(
      `nonInferiorityCases: power is ${power}, no more than chance gives: pass one above alpha = ${alpha}`,
    );
  }
  return ((normalUpperQuantile(alpha) + normalUpperQuantile(1 - power)) ** 2 * omega2) / margin ** 2;
}

import { requireAtLeastZero, requireEach, requireInside, requirePositive, requireSome } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";

/** What the power of a paired comparison (its chance to see a real effect) depends on, besides its size. */
export interface ComparisonDesign {
  /** ω²: the variance over cases of the true difference; for pass or fail, the share of discordant cases ψ. */
  omega2: number;
  /** The variance between repeats of one case, and how many repeats are averaged, for each side. */
  sigmaA2?: number | undefined;
  /** How many repeats of the first side are averaged. */
  repeatsA?: number | undefined;
  /** The variance between repeats of the second side. */
  sigmaB2?: number | undefined;
  /** How many repeats of the second side are averaged. */
  repeatsB?: number | undefined;
  /** Two-sided. */
  alpha?: number | undefined;
  /** The power: the chance to see the effect; 0.8 if left out. */
  power?: number | undefined;
}

/**
 * The smallest difference that n cases can detect with that power (Miller, 2024):
 * δ = (z₁₋α/₂ + z_power)√((ω² + σ²_A/K_A + σ²_B/K_B)/n).
 *
 * @example minimumDetectableEffect({ n: 100, omega2: 0.2 }); // 0.1253
 */
export function minimumDetectableEffect({ n, ...design }: ComparisonDesign & { n: number }): number {
  requirePositive("minimumDetectableEffect: n", n);
  const variance = varianceOfDifference("minimumDetectableEffect", design);
  return criticalSum("minimumDetectableEffect", design) * Math.sqrt(variance / n);
}

function criticalSum(caller: string, { alpha = 0.05, power = 0.8 }: ComparisonDesign): number {
  requireEach(requireInside, caller, { alpha, power });
  if (power <= alpha / 2) {
    throw new RangeError(
      `${caller}: power is ${power}, which is not better than chance: pass a number above alpha/2 = ${alpha / 2}`,
    );
  }
  return normalUpperQuantile(alpha / 2) + normalUpperQuantile(1 - power);
}

function varianceOfDifference(caller: string, design: ComparisonDesign): number {
  const { omega2, sigmaA2 = 0, repeatsA = 1, sigmaB2 = 0, repeatsB = 1 } = design;
  requireEach(requireAtLeastZero, caller, { omega2, sigmaA2, sigmaB2 });
  requireEach(requireSome, caller, { repeatsA, repeatsB });
  return omega2 + sigmaA2 / repeatsA + sigmaB2 / repeatsB;
}

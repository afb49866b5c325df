import { bothSides } from "./bound/bounds.ts";
import { type Clusters, unitsOf } from "./bound/units.ts";
import { requireInside } from "./checks.ts";
import { leastWhole } from "./distributions/root.ts";
import type { Interval } from "./interval.ts";

/** The chance of a wrong pass, and of a wrong fail, if the true difference is exactly the margin. */
const alpha = 0.05;
const range = [-1, 1] as const;

/** Options of `nonInferiorMean`. */
export interface NonInferiorMeanOptions {
  /** How much worse is still acceptable: from 0, below 1. */
  margin: number;
  /** The cluster of each difference, in the same order; a difference without a cluster is its own unit. */
  clusters?: Clusters | undefined;
  /**
   * One may have looked at any time and stopped when it was decided: the bounds hold nevertheless, and are wider. `largest`
   * is the most cases that a cluster can have; it must be known before the first look.
   */
  anytime?: { largest: number } | undefined;
}

/** A mean difference, its 95 % interval, and whether it is above −margin. */
export interface NonInferiorMean extends Interval {
  /** Differences. */
  n: number;
  /** Clusters, and differences without one. */
  units: number;
  /** The mean difference. */
  diff: number;
  /** The lower bound of the mean difference, with 95 % confidence. */
  lower: number;
  /** The upper bound, with 95 % confidence. */
  upper: number;
  /** The p-value of "the true difference is −margin or worse": below 0.05 is a pass. */
  pNotWorse: number;
  /** The p-value of "the true difference is −margin or better": below 0.05 is a fail. */
  pWorse: number;
  /** The verdict that follows from the bounds. */
  verdict: "pass" | "fail" | "inconclusive";
}

/**
 * Is the new run worse by more than the margin? The differences are after − before, one per unit, from −1 to 1.
 * It passes if the lower bound is above −margin, fails if the upper bound is below it, and is inconclusive otherwise.
 * Undefined without a difference.
 *
 * @example nonInferiorMean(new Array(60).fill(0), { margin: 0.05 })?.verdict; // "pass"; with 58 "inconclusive"
 */
export function nonInferiorMean(
  differences: readonly number[],
  { margin, clusters, anytime }: NonInferiorMeanOptions,
): NonInferiorMean | undefined {
  if (margin !== 0) requireInside("nonInferiorMean: margin", margin);
  const sample = unitsOf("nonInferiorMean: differences", differences, range, clusters);
  if (!sample) return undefined;
  const { n, units, mean: diff, groups } = sample;
  const { below, above } = bothSides(groups, range, anytime);
  const pNotWorse = below.chance(-margin);
  const pWorse = above.chance(-margin);
  return {
    n,
    units,
    diff,
    lo: below.at(0.025),
    hi: above.at(0.025),
    lower: below.at(alpha),
    upper: above.at(alpha),
    pNotWorse,
    pWorse,
    verdict: pNotWorse < alpha ? "pass" : pWorse < alpha ? "fail" : "inconclusive",
  };
}

/**
 * The smallest number of units that can pass at this margin if none got better; fewer cannot pass, even if all agree.
 *
 * @example leastUnits(0.05); // 59
 */
export function leastUnits(margin: number): number {
  if (margin === 0) return Number.POSITIVE_INFINITY;
  requireInside("leastUnits: margin", margin);
  const tiesPass = (count: number) => bothSides([{ value: 0, size: 1, count }], range).below.chance(-margin) < alpha;
  // The bound is within a few units of the exact one, so this bracket is wide enough.
  const about = Math.log(alpha) / Math.log1p(-margin);
  return leastWhole(Math.floor(about / 2), Math.ceil(about * 2) + 1, tiesPass);
}

/**
 * Approximately the smallest margin that n units can pass if none got better: 1 − 0.05^(1/n).
 *
 * @example marginInReach(5); // 0.451
 */
export function marginInReach(n: number): number {
  return 1 - alpha ** (1 / n);
}

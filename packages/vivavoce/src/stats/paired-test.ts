import { seededCoin } from "../base/index.ts";
import type { Clusters } from "./bound/units.ts";
import { requireNumbers, requireSameLength } from "./checks.ts";
import { studentCritical, studentTwoSided } from "./distributions/student-t.ts";
import { around, type Interval } from "./interval.ts";
import { meanOf, varianceOf } from "./moments.ts";

const exactUpTo = 20;
const samples = 100_000;
const seed = 42;
const tieTolerance = 1e-10;

/** With more differing units the test would take seconds, so Student's t is used instead. */
const testedUpTo = 2_000;

/**
 * The two-sided p-value of no difference, by flipping the signs of units or of whole clusters. Units that do not differ
 * cannot change it and are left out, so it is exact if at most 20 differ.
 *
 * @example signFlipTest([0.2, 0.1, -0.05, 0.3]); // a p-value
 */
export function signFlipTest(differences: readonly number[], clusters?: Clusters): number {
  const groups = Map.groupBy(differences.keys(), (index) => clusters?.[index] ?? index);
  const sums = [...groups.values()].map((group) => group.reduce((sum, index) => sum + (differences[index] ?? 0), 0));
  const differing = sums.filter((sum) => Math.abs(sum) > 1e-12);
  if (differing.length === 0) return 1;
  if (differing.length <= testedUpTo) return signFlip(differing) ?? 1;
  const t = meanOf(sums) / Math.sqrt((varianceOf(sums) ?? 0) / sums.length);
  return studentTwoSided(t, sums.length - 1);
}

/**
 * The two-sided sign-flip test of Σd = 0 (Fisher, 1935): the share of sign patterns whose |Σ±d| is at least |Σd|.
 * All 2ⁿ patterns up to n = 20; beyond, 100,000 seeded ones and p = (1 + hits)/(1 + samples) (Phipson & Smyth, 2010).
 */
function signFlip(differences: readonly number[]): number | undefined {
  if (differences.length === 0) return undefined;
  const total = differences.reduce((sum, d) => sum + d, 0);
  // Equal sums may differ in their last bits; they count as ties.
  const tolerance = tieTolerance * differences.reduce((sum, d) => sum + Math.abs(d), 0);
  const threshold = Math.abs(total) - tolerance;
  if (differences.length <= exactUpTo) {
    return countPatterns(differences, threshold, 0, 0) / 2 ** differences.length;
  }
  return (1 + countSampled(differences, threshold)) / (1 + samples);
}

function countPatterns(differences: readonly number[], threshold: number, index: number, sum: number): number {
  const difference = differences[index];
  if (difference === undefined) return Math.abs(sum) >= threshold ? 1 : 0;
  return (
    countPatterns(differences, threshold, index + 1, sum + difference) +
    countPatterns(differences, threshold, index + 1, sum - difference)
  );
}

function countSampled(differences: readonly number[], threshold: number): number {
  const coin = seededCoin(seed);
  // Both signs are stored: looking one up is twice as fast as an unpredictable branch.
  const bothSigns = Float64Array.from(differences.flatMap((difference) => [-difference, difference]));
  let hits = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    for (let pair = 0; pair < bothSigns.length; pair += 2) sum += bothSigns[pair + coin()] ?? 0;
    if (Math.abs(sum) >= threshold) hits += 1;
  }
  return hits;
}

/** A comparison paired by case. t and p are undefined when the differences do not vary. */
export interface PairedComparison {
  /** Pairs. */
  n: number;
  /** The mean difference. */
  diff: number | undefined;
  /** Its standard error. */
  se: number | undefined;
  /** The 95 % interval. */
  ci: Interval | undefined;
  /** Student's t. */
  t: number | undefined;
  /** The two-sided p-value of t. */
  p: number | undefined;
  /** The two-sided p-value of the sign-flip test, which assumes no distribution. */
  signFlip: number | undefined;
  /** The standard error if the cases were not paired: √(s²_a/n + s²_b/n). */
  unpairedSe: number | undefined;
}

/**
 * Two variants on the same cases, d = a − b: the mean difference with se = s_d/√n, its 95 % interval and two-sided
 * p by t(n−1) (Student, 1908), and the sign-flip p, which assumes only that d is symmetric around 0.
 *
 * @example pairedTest([0.8, 0.6, 0.9], [0.7, 0.6, 0.7]).diff; // 0.1
 */
export function pairedTest(a: readonly number[], b: readonly number[]): PairedComparison {
  requireNumbers("pairedTest: a", a);
  requireNumbers("pairedTest: b", b);
  requireSameLength("pairedTest: a and b", a, b);
  const n = a.length;
  const differences = a.map((value, index) => value - (b[index] ?? Number.NaN));
  return {
    n,
    diff: n === 0 ? undefined : meanOf(differences),
    ...studentPart(differences, spreadOf(differences, a, b)),
    signFlip: signFlip(differences),
    unpairedSe: unpairedError(a, b),
  };
}

/** s_d without rounding errors: 0.9 − 0.8 and 0.8 − 0.7 are the same difference. */
function spreadOf(differences: readonly number[], a: readonly number[], b: readonly number[]): number | undefined {
  const variance = varianceOf(differences);
  if (variance === undefined) return undefined;
  const largest = [...a, ...b].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const spread = Math.sqrt(variance);
  return spread <= 2 * Number.EPSILON * largest ? 0 : spread;
}

function studentPart(differences: readonly number[], spread: number | undefined) {
  if (spread === undefined) return { se: undefined, ci: undefined, t: undefined, p: undefined };
  const n = differences.length;
  const diff = meanOf(differences);
  const se = spread / Math.sqrt(n);
  const ci = around(diff, studentCritical(0.95, n - 1) * se);
  if (se === 0) return { se, ci, t: undefined, p: undefined };
  return { se, ci, t: diff / se, p: studentTwoSided(diff / se, n - 1) };
}

function unpairedError(a: readonly number[], b: readonly number[]): number | undefined {
  const varianceA = varianceOf(a);
  const varianceB = varianceOf(b);
  if (varianceA === undefined || varianceB === undefined) return undefined;
  return Math.sqrt((varianceA + varianceB) / a.length);
}

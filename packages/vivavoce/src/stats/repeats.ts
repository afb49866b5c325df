import { requireGroups } from "./checks.ts";
import { crossDeviation, meanOf, sumOf, varianceOf } from "./moments.ts";

/** How the variance splits between the cases and the repeats of one case. */
export interface RepeatsSummary {
  /** The mean over cases. */
  mean: number | undefined;
  /** σ² of one repeat around its case; undefined when no case was repeated. */
  within: number | undefined;
  /** ω² of the cases, without the noise of their repeats; never below 0. */
  between: number | undefined;
  /** The share of the variance that lies between cases; undefined if nothing varies. */
  icc: number | undefined;
  /** Its standard error. */
  se: number | undefined;
}

/**
 * One row per case, one value per repeat. within = pooled s² of the rows, between = s² of the row means − within/K,
 * icc = between/(between + within) (one-way ANOVA; Shrout & Fleiss, 1979, ICC(1,1)); se = s/√n from the row means.
 * Rows may differ in length: 1/K is then its mean over the rows.
 *
 * @example repeats([[1, 1], [0, 1], [0, 0]]).icc; // 0.5
 */
export function repeats(rows: readonly (readonly number[])[]): RepeatsSummary {
  requireGroups("repeats: rows", rows);
  const n = rows.length;
  if (n === 0) return { mean: undefined, within: undefined, between: undefined, icc: undefined, se: undefined };
  const means = rows.map(meanOf);
  const varianceOfMeans = varianceOf(means);
  const within = pooledVariance(rows);
  const between =
    within === undefined || varianceOfMeans === undefined
      ? undefined
      : Math.max(0, varianceOfMeans - within * meanOf(rows.map((row) => 1 / row.length)));
  return {
    mean: meanOf(means),
    within,
    between,
    icc: shareOf(between, within),
    se: varianceOfMeans === undefined ? undefined : Math.sqrt(varianceOfMeans / n),
  };
}

/** s² within the groups, weighted by their degrees of freedom; undefined when no group has two values. */
function pooledVariance(groups: readonly (readonly number[])[]): number | undefined {
  const degrees = groups.reduce((sum, group) => sum + group.length - 1, 0);
  if (degrees === 0) return undefined;
  return groups.reduce((sum, group) => sum + crossDeviation(group, group), 0) / degrees;
}

function shareOf(part: number | undefined, other: number | undefined): number | undefined {
  if (part === undefined || other === undefined || part + other === 0) return undefined;
  return part / (part + other);
}

/** Where the variance of a score comes from. Without repeats at a level, its part is undefined; no part is below 0. */
export interface VarianceComponents {
  /** The variance between judgements of one conversation. */
  judge: number | undefined;
  /** The variance between conversations of one case. */
  agent: number | undefined;
  /** The variance between cases. */
  case: number | undefined;
  /** The mean over cases. */
  mean: number | undefined;
  /** Its standard error. */
  se: number | undefined;
}

/**
 * scores[case][run][sample]: the judge's samples within a run, the agent's runs within a case, the cases.
 * judge = pooled s² of the samples; agent = pooled s² of the run means − judge/S; case = s² of the case means −
 * (s² of the run means)/R (nested ANOVA by expected mean squares; Searle, Casella & McCulloch, 1992); se = s/√n of the
 * case means. Levels of unequal size are weighted by their expected mean squares.
 *
 * @example varianceComponents([[[4, 4], [5, 4]], [[2, 3], [2, 2]]]).judge; // 0.25
 */
export function varianceComponents(scores: readonly (readonly (readonly number[])[])[]): VarianceComponents {
  for (const [index, runs] of scores.entries()) {
    requireGroups(`varianceComponents: scores[${index}]`, runs);
    if (runs.length === 0) throw new RangeError(`varianceComponents: scores[${index}] is empty: leave it out`);
  }
  if (scores.length === 0) {
    return { judge: undefined, agent: undefined, case: undefined, mean: undefined, se: undefined };
  }
  const caseMeans = scores.map((runs) => meanOf(runs.map(meanOf)));
  const caseVariance = varianceOf(caseMeans);
  return {
    ...components(scores, caseVariance),
    mean: meanOf(caseMeans),
    se: caseVariance === undefined ? undefined : Math.sqrt(caseVariance / scores.length),
  };
}

function components(scores: readonly (readonly (readonly number[])[])[], caseVariance: number | undefined) {
  const judge = pooledVariance(scores.flat());
  const runVariance = pooledVariance(scores.map((runs) => runs.map(meanOf)));
  if (runVariance === undefined) return { judge, agent: undefined, case: undefined };

  // With one sample per run, the variance of the runs includes the judge's: the case's part is still known, the agent's is not.
  const noise = judge ?? 0;
  const degrees = sumOf(scores.map((runs) => runs.length - 1));
  const noiseInRuns = sumOf(scores.map((runs) => (1 - 1 / runs.length) * inverseSizes(runs))) / degrees;
  const agent = runVariance - noise * noiseInRuns;
  return {
    judge,
    agent: judge === undefined ? undefined : Math.max(0, agent),
    case: caseVariance === undefined ? undefined : Math.max(0, caseVariance - noiseOfCaseMeans(scores, agent, noise)),
  };
}

function noiseOfCaseMeans(scores: readonly (readonly (readonly number[])[])[], agent: number, judge: number): number {
  return meanOf(scores.map((runs) => agent / runs.length + (judge * inverseSizes(runs)) / runs.length ** 2));
}

function inverseSizes(runs: readonly (readonly number[])[]): number {
  return sumOf(runs.map((samples) => 1 / samples.length));
}

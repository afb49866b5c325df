import { requireGroups } from "./checks.ts";
import { meanOf, squaredDeviation, varianceOf } from "./moments.ts";

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
export function pooledVariance(groups: readonly (readonly number[])[]): number | undefined {
  const degrees = groups.reduce((sum, group) => sum + group.length - 1, 0);
  if (degrees === 0) return undefined;
  return groups.reduce((sum, group) => sum + squaredDeviation(group), 0) / degrees;
}

function shareOf(part: number | undefined, other: number | undefined): number | undefined {
  if (part === undefined || other === undefined || part + other === 0) return undefined;
  return part / (part + other);
}

import { requireGroups } from "./checks.ts";
import { studentCritical } from "./distributions/student-t.ts";
import { around, type Interval } from "./interval.ts";
import { meanOf, squaredDeviation } from "./moments.ts";

/** A mean over cases that come in clusters. */
export interface ClusteredMeanEstimate {
  /** Cases. */
  n: number;
  /** Clusters. */
  clusters: number;
  /** The mean over all cases. */
  mean: number | undefined;
  /** Its standard error, with the clusters taken into account. */
  se: number | undefined;
  /** The 95 % interval. */
  ci: Interval | undefined;
  /** How many times larger the variance is than for independent cases; undefined when all values are equal. */
  designEffect: number | undefined;
}

/**
 * The mean over all cases with the cluster-robust error CR1 (Liang & Zeger, 1986):
 * se = √Σ_c(Σ_i (x − x̄))² / n · √(G/(G−1)), a t interval with G − 1 degrees of freedom, design effect = se²/(s²/n).
 *
 * @example clusteredMean([[1, 1], [0, 0], [1, 0]]); // n 6, clusters 3, mean 0.5, designEffect 1.67
 */
export function clusteredMean(clusters: readonly (readonly number[])[]): ClusteredMeanEstimate {
  requireGroups("clusteredMean: clusters", clusters);
  const all = clusters.flat();
  const n = all.length;
  const count = clusters.length;
  const unknown = { se: undefined, ci: undefined, designEffect: undefined };
  if (n === 0) return { n, clusters: count, mean: undefined, ...unknown };
  const estimate = meanOf(all);
  if (count < 2) return { n, clusters: count, mean: estimate, ...unknown };

  let squares = 0;
  for (const cluster of clusters) squares += cluster.reduce((sum, x) => sum + (x - estimate), 0) ** 2;
  const variance = (squares / n ** 2) * (count / (count - 1));
  const naiveVariance = squaredDeviation(all) / (n - 1) / n;
  const se = Math.sqrt(variance);
  return {
    n,
    clusters: count,
    mean: estimate,
    se,
    ci: around(estimate, studentCritical(0.95, count - 1) * se),
    designEffect: naiveVariance === 0 ? undefined : variance / naiveVariance,
  };
}

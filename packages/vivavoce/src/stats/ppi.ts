import { requireNumbers, requireSameLength } from "./checks.ts";
import { normalUpperQuantile } from "./distributions/normal.ts";
import { around, type Interval } from "./interval.ts";
import { crossDeviation, meanOf, varianceOf } from "./moments.ts";

/** Scores of people and of the judge. */
export interface JudgedScores {
  /** People's scores. */
  labels: readonly number[];
  /** The judge's scores of the same cases, in the same order. */
  judged: readonly number[];
  /** The judge's scores of cases that no one labelled. */
  unlabelled: readonly number[];
}

/** A mean of judge scores, corrected by people's labels. */
export interface PpiEstimate {
  /** The corrected mean. */
  estimate: number;
  /** Its standard error; undefined if fewer than 5 labels differ from the most frequent one. */
  se: number | undefined;
  /** The 95 % interval; undefined if there is no standard error. */
  ci: Interval | undefined;
  /** The weight of the judge: 0 uses the labels alone, 1 is plain prediction-powered inference. */
  lambda: number;
}

/**
 * Simulated with pass rates of 0.5 to 0.97, judges that are right in 70 to 90 % of cases and 300 unlabelled ones: by these
 * two rules at most 7 % of samples give an interval that misses the rate. Without them it is 10 to 83 % with 5 to 10 labels,
 * and 40 % with 20 labels at a rate of 0.95, because labels that hardly differ give an interval of almost no width.
 */
const leastLabels = 20;
const leastOfOthers = 5;

/**
 * Prediction-powered inference with a tuned λ (PPI++; Angelopoulos, Duchi & Zrnic, 2023): the mean of what people would
 * say, from few labels Y and many judge scores: Ȳ + λ(F̄ − f̄), λ = cov(Y, f)/((1 + n/N)·var(f and F pooled)) clipped to
 * [0, 1], se = √(λ²var(F)/N + var(Y − λf)/n), 95 % normal interval. λ is 0 when the judge has nothing to add. Refuses fewer
 * than 20 labels.
 *
 * @example
 * const labels = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
 * ppi({ labels, judged: labels, unlabelled: [1, 1, 0, 1] }).estimate; // 0.6672
 */
export function ppi({ labels, judged, unlabelled }: JudgedScores): PpiEstimate {
  for (const [name, scores] of Object.entries({ labels, judged, unlabelled })) requireNumbers(`ppi: ${name}`, scores);
  requireSameLength("ppi: labels and judged", labels, judged);
  if (labels.length < leastLabels)
    throw new RangeError(
      `ppi: labels has ${labels.length} values: pass at least ${leastLabels}, with fewer the interval is wrong far too often`,
    );
  const lambda = trustIn({ labels, judged, unlabelled });
  const shift = lambda === 0 ? 0 : lambda * (meanOf(unlabelled) - meanOf(judged));
  const estimate = meanOf(labels) + shift;
  const residuals = labels.map((label, index) => label - lambda * (judged[index] ?? Number.NaN));
  const labelVariance = varianceOf(residuals);
  const judgeVariance = lambda === 0 ? 0 : varianceOf(unlabelled);
  if (isLopsided(labels) || labelVariance === undefined || judgeVariance === undefined) {
    return { estimate, se: undefined, ci: undefined, lambda };
  }
  const judgePart = lambda === 0 ? 0 : (lambda ** 2 * judgeVariance) / unlabelled.length;
  const se = Math.sqrt(judgePart + labelVariance / labels.length);
  return { estimate, se, ci: around(estimate, normalUpperQuantile(0.025) * se), lambda };
}

function isLopsided(labels: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return labels.length - Math.max(...counts.values()) < leastOfOthers;
}

function trustIn({ labels, judged, unlabelled }: JudgedScores): number {
  const n = labels.length;
  const pooledVariance = varianceOf([...judged, ...unlabelled]) ?? 0;
  if (unlabelled.length === 0 || pooledVariance === 0) return 0;
  const covariance = crossDeviation(labels, judged) / (n - 1);
  return Math.min(1, Math.max(0, covariance / ((1 + n / unlabelled.length) * pooledVariance)));
}

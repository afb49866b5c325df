import {
  clusteredMean,
  type Interval,
  mean,
  minimumDetectableEffect,
  nonInferiority,
  pairedTest,
} from "../stats/index.ts";
import { type CaseValues, passRateOf } from "./case-values.ts";
import { type CasePair, passRateName } from "./comparability.ts";

/** One measure on the cases that have it in both runs. What too few cases leave open is undefined. */
export interface Measure {
  name: string;
  /** Cases with a value in both runs. */
  n: number;
  /** Set where cases come in clusters: the interval and p are then over clusters. */
  clusters: number | undefined;
  before: number | undefined;
  after: number | undefined;
  /** After − before. */
  difference: number | undefined;
  se: number | undefined;
  /** Degrees of freedom of the interval. */
  df: number | undefined;
  ci: Interval | undefined;
  /** The variance that one case's difference contributes, clustering counted in: n·se². */
  variance: number | undefined;
  /** The smallest change that so many cases see in four of five comparisons; undefined where no case differs. */
  smallestVisible: number | undefined;
}

/** The value of a case: its pass rate, or a metric's mean over its repeats. */
export function caseValue(values: CaseValues, measure: string): number | undefined {
  if (measure === passRateName) return passRateOf(values);
  return Object.hasOwn(values.values, measure) ? values.values[measure] : undefined;
}

interface Difference {
  before: number;
  after: number;
  cluster: string | undefined;
}

function differencesOf(pairs: readonly CasePair[], measure: string): Difference[] {
  return pairs.flatMap(({ before, after }) => {
    const [a, b] = [caseValue(before, measure), caseValue(after, measure)];
    return a === undefined || b === undefined ? [] : [{ before: a, after: b, cluster: after.cluster }];
  });
}

/**
 * Compares one measure over paired cases: the mean difference with its 95 % interval by t(n−1), or, where cases come in
 * clusters, by the cluster-robust error with t(G−1).
 */
export function measureOf(pairs: readonly CasePair[], name: string): Measure {
  const all = differencesOf(pairs, name);
  const n = all.length;
  const clusters = clustersOf(all);
  const estimate = clusters ? clusteredMean(clusters.map((group) => group.map(changeOf))) : mean(all.map(changeOf));
  const { mean: difference, se, ci } = estimate;
  const units = clusters?.length ?? n;
  const variance = se === undefined ? undefined : n * se ** 2;
  return {
    name,
    n,
    clusters: clusters?.length,
    before: mean(all.map(({ before }) => before)).mean,
    after: mean(all.map(({ after }) => after)).mean,
    difference,
    se,
    df: units < 2 ? undefined : units - 1,
    ci,
    variance,
    smallestVisible: variance ? minimumDetectableEffect({ n, omega2: variance }) : undefined,
  };
}

/** Beyond so many cases that differ the exact test takes long and says what t says. */
const exactUpTo = 2_000;

/**
 * The two-sided sign-flip p of no difference: the signs of cases, or of whole clusters, are flipped. Cases that do not
 * differ cannot sway it and are left out, so that it is exact as long as no more than 20 differ.
 */
export function signFlipOf(pairs: readonly CasePair[], name: string): number | undefined {
  const all = differencesOf(pairs, name);
  if (all.length === 0) return undefined;
  const changes = (clustersOf(all) ?? all.map((one) => [one])).map((group) =>
    group.reduce((sum, one) => sum + changeOf(one), 0),
  );
  const differing = changes.filter((change) => Math.abs(change) > rounding);
  if (differing.length === 0) return 1;
  if (differing.length <= exactUpTo) {
    const zeros = differing.map(() => 0);
    return pairedTest(differing, zeros).signFlip;
  }
  const { mean: diff = 0, se } = mean(changes);
  const { p = 0.5 } = nonInferiority({ diff, se, margin: 0, df: changes.length - 1 });
  return 2 * Math.min(p, 1 - p);
}

/** Means of repeats that are equal on paper differ in their last bits. */
const rounding = 1e-12;

function changeOf({ before, after }: Difference): number {
  const change = after - before;
  return Math.abs(change) <= rounding ? 0 : change;
}

/** Undefined where no case names a cluster; one that names none is a cluster of its own. */
function clustersOf(all: readonly Difference[]): Difference[][] | undefined {
  if (all.every(({ cluster }) => cluster === undefined)) return undefined;
  const named = Map.groupBy(
    all.filter(({ cluster }) => cluster !== undefined),
    ({ cluster }) => cluster,
  );
  return [...named.values(), ...all.filter(({ cluster }) => cluster === undefined).map((one) => [one])];
}

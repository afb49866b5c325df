import { byDimension, comparability, shownOf } from "../gate/index.ts";
import { passRateName, type ShownMeasure, type VariantResult } from "../shape/index.ts";
import { byVariant } from "./history.ts";

/** One run in a measure's history. */
export interface TrendPoint extends ShownMeasure {
  run: string;
  createdAt: string;
  /** Why it cannot be compared with the run before; undefined if it can. */
  breakBefore: string | undefined;
}

export interface TrendSeries {
  measure: string;
  /** For a dimension: the scale on which its values, from 0 to 1, are shown. */
  scale?: { min: number; max: number };
  points: TrendPoint[];
}

/** The history of a suite under one variant. */
export interface Trend {
  variant: VariantResult["variant"];
  series: TrendSeries[];
}

/** The history of each measure, oldest first, one variant at a time, with breaks between runs that are not comparable. */
export function trendOf(results: readonly VariantResult[], only?: readonly string[]): Trend[] {
  return byVariant(results).map((runs) => {
    const names = [passRateName, ...new Set(runs.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
    const wanted = names.filter((name) => only === undefined || only.includes(name));
    const series = wanted.map((measure) => ({ measure, points: pointsOf(runs, measure) }));
    return {
      variant: runs[0]?.variant ?? {},
      series: series.filter(({ points }) => points.some(({ observed }) => observed !== undefined)),
    };
  });
}

/** The same for the dimensions of metrics, each as "metric.dimension". */
export function dimensionTrends(results: readonly VariantResult[], metrics: readonly string[]): Trend[] {
  const perMetric = metrics.map((metric) => trendOf(results.map((result) => byDimension(result, metric))));
  return byVariant(results).map((runs, index) => {
    const scales = runs.flatMap(({ dimensions = [] }) => dimensions);
    const series = metrics.flatMap((metric, at) =>
      (perMetric[at]?.[index]?.series ?? []).flatMap(({ measure, points }): TrendSeries[] => {
        const scale = scales.findLast((one) => one.metric === metric && one.id === measure);
        return scale ? [{ measure: `${metric}.${measure}`, scale: { min: scale.min, max: scale.max }, points }] : [];
      }),
    );
    return { variant: runs[0]?.variant ?? {}, series };
  });
}

function pointsOf(runs: readonly VariantResult[], measure: string): TrendPoint[] {
  return runs.map((result, index) => {
    const before = runs[index - 1];
    const breakBefore = before && whyBroken(before, result, measure);
    return { run: result.run, createdAt: result.createdAt, ...shownOf(result, measure), breakBefore };
  });
}

/** Other cases change a mean, so they break a history just as a changed metric does. */
function whyBroken(before: VariantResult, after: VariantResult, measure: string): string | undefined {
  const { notCompared, cases } = comparability(before, after, measure);
  const metric = notCompared.find((other) => other.measure === measure);
  if (metric) return metric.why;
  const counts: [string, number][] = [
    ["changed", cases.changed.length],
    ["new", cases.onlyAfter.length],
    ["gone", cases.onlyBefore.length],
    ["not selected", cases.notSelected.length],
  ];
  const differing = counts.filter(([, count]) => count > 0).map(([how, count]) => `${count} ${how}`);
  return differing.length === 0 ? undefined : `different cases: ${differing.join(", ")}`;
}

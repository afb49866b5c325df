import { sameJson } from "../base/index.ts";
import { type CaseValues, caseValue, comparability, passRateName, type VariantResult } from "../gate/index.ts";
import { type Interval, mean } from "../stats/index.ts";
import { caseInterval } from "./case-interval.ts";

/** One run in a measure's history. */
export interface TrendPoint {
  run: string;
  createdAt: string;
  cases: number;
  value: number | undefined;
  ci: Interval | undefined;
  /** Why it cannot be compared with the run before; undefined where it can. */
  breakBefore: string | undefined;
}

export interface TrendSeries {
  measure: string;
  points: TrendPoint[];
}

/** The history of a suite under one variant. */
export interface Trend {
  variant: VariantResult["variant"];
  series: TrendSeries[];
}

/** The history of each measure over results, oldest first, a variant at a time. Breaks are where runs do not compare. */
export function trendOf(results: readonly VariantResult[], only?: readonly string[]): Trend[] {
  const variants: VariantResult[][] = [];
  for (const result of results) {
    const known = variants.find(([first]) => first && sameJson(first.variant, result.variant));
    if (known) known.push(result);
    else variants.push([result]);
  }
  return variants.map((runs) => {
    const names = [passRateName, ...new Set(runs.flatMap(({ metrics }) => metrics.map(({ name }) => name)))];
    const wanted = names.filter((name) => only === undefined || only.includes(name));
    const series = wanted.map((measure) => ({ measure, points: pointsOf(runs, measure) }));
    return {
      variant: runs[0]?.variant ?? {},
      series: series.filter(({ points }) => points.some(({ value }) => value !== undefined)),
    };
  });
}

function pointsOf(runs: readonly VariantResult[], measure: string): TrendPoint[] {
  return runs.map((result, index) => {
    const before = runs[index - 1];
    return {
      run: result.run,
      createdAt: result.createdAt,
      ...estimateOf(result.cases, measure),
      breakBefore: before && whyBroken(before, result, measure),
    };
  });
}

function estimateOf(cases: readonly CaseValues[], measure: string) {
  const known = cases.flatMap((one) => {
    const value = caseValue(one, measure);
    return value === undefined ? [] : [{ value, cluster: one.cluster }];
  });
  const values = known.map((one) => one.value);
  const ci = caseInterval(values, (index) => known[index]?.cluster);
  return { cases: known.length, value: mean(values).mean, ci };
}

/** A mean moves when its cases do: other cases break a history as another metric does. */
function whyBroken(before: VariantResult, after: VariantResult, measure: string): string | undefined {
  const { notCompared, cases } = comparability(before, after, measure);
  const metric = notCompared.find((other) => other.measure === measure);
  if (metric) return metric.why;
  const counts: [string, number][] = [
    ["changed", cases.changed.length],
    ["new", cases.onlyAfter.length],
    ["gone", cases.onlyBefore.length],
  ];
  const differing = counts.filter(([, count]) => count > 0).map(([how, count]) => `${count} ${how}`);
  return differing.length === 0 ? undefined : `other cases: ${differing.join(", ")}`;
}

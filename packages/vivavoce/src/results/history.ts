import { canonicalJson } from "../base/index.ts";
import { byDimension, comparability, shareDraws, shownOf } from "../gate/index.ts";
import { passRateName, type ShownMeasure, type StoredRun, type VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { readSuite } from "./read-suite.ts";
import { isStopped } from "./variant-header.ts";

/** The history of a suite, and the runs left out of it. */
type History = {
  /** Results of finished runs of the whole suite, newest first; of runs that share answers only the newest, as they are one sample. */
  results: VariantResult[];
  /** Finished runs that were left out, newest first, with the reason. */
  leftOut: { run: string; why: NotWhole | "same answers as a newer run" }[];
};

/** The results of a suite's last runs. A stand-in's run or one of selected cases says nothing about the agent on the suite. */
export async function readHistory(store: Store, suite: string, limit = 20): Promise<History> {
  const history: History = { results: [], leftOut: [] };
  let runs = 0;
  for (const run of await store.runs.list()) {
    if (runs >= limit) break;
    const ofSuite = run.suites.filter(({ name }) => name === suite);
    if (run.finishedAt === undefined || ofSuite.length === 0) continue;
    const why = whyNotWhole(run);
    if (why) {
      history.leftOut.push({ run: run.id, why });
      continue;
    }
    const found: VariantResult[] = [];
    for (const stored of ofSuite) found.push(...(await readSuite(store, run, stored)).variants);
    const own = found.filter((one) => !history.results.some((newer) => shareDraws(one, newer)));
    if (own.length === 0) history.leftOut.push({ run: run.id, why: "same answers as a newer run" });
    else runs += 1;
    history.results.push(...own);
  }
  return history;
}

/** Results by variant, in the order in which the variants first appear. */
export function byVariant(results: readonly VariantResult[]): VariantResult[][] {
  return [...Map.groupBy(results, ({ variant }) => canonicalJson(variant)).values()];
}

/** Why a run says nothing about the agent on the whole suite. */
type NotWhole = "stand-in" | "shard" | "stopped early" | "selected cases" | "given transcripts";

/**
 * A run of `--agent nothing|random`, one shard, a run that was stopped early, or selected cases (`--case`, `--tag`, `--failed`, `--users`) do not measure the
 * suite, so such a run is not in its history and cannot be a baseline. Given transcripts can be a baseline for other transcripts,
 * but the history holds only played runs. Undefined for every other run.
 */
export function whyNotWhole({
  header,
  suites = [],
}: Pick<StoredRun, "header"> & Partial<Pick<StoredRun, "suites">>): NotWhole | undefined {
  const { agent, shard, cases, tags, failed, users } = header.options;
  if (agent !== undefined) return "stand-in";
  if (shard) return "shard";
  if (suites.some((suite) => suite.header.variants.some(isStopped))) return "stopped early";
  if (suites.some((suite) => suite.header.variants.some(({ withoutTranscript = 0 }) => withoutTranscript > 0)))
    return "selected cases";
  if (header.given) return "given transcripts";
  return cases.length > 0 || tags.length > 0 || failed || users !== undefined ? "selected cases" : undefined;
}

/** One run in a measure's history. */
type TrendPoint = ShownMeasure & {
  run: string;
  createdAt: string;
  /** Why it cannot be compared with the run before; undefined if it can. */
  breakBefore: string | undefined;
};

/** The history of a suite under one variant. */
interface Trend {
  variant: VariantResult["variant"];
  series: {
    measure: string;
    /** For a dimension: the scale on which its values, from 0 to 1, are shown. */
    scale?: { min: number; max: number };
    points: TrendPoint[];
  }[];
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
  return byVariant(results).map((runs) => {
    const scales = runs.flatMap(({ dimensions = [] }) => dimensions);
    const series = metrics.flatMap((metric) => {
      const [split] = trendOf(runs.map((result) => byDimension(result, metric)));
      return (split?.series ?? []).flatMap(({ measure, points }): Trend["series"] => {
        const scale = scales.findLast((one) => one.metric === metric && one.id === measure);
        return scale ? [{ measure: `${metric}.${measure}`, scale: { min: scale.min, max: scale.max }, points }] : [];
      });
    });
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

import { z } from "zod";
import { KeptValues } from "../../calibration/index.ts";
import { compareResults } from "../../gate/index.ts";
import { dimensionsOf, type MetricDimensions, readSuite } from "../../results/index.ts";
import { cellsOf, meanOf, type StoredRun, type StoredSuite, type VariantResult } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { showDifference } from "../comparison-table.ts";
import { changeNote, changeWords, countedIn, showOnScale } from "../dimensions-text.ts";
import { unknown } from "../figures.ts";
import { runId, suiteOf, view, wholeNumber } from "./view.ts";

/** A measure as a plot shows it: the mean, its interval, and behind them where the cases lie, all from 0 to 1. */
export interface PlottedMeasure {
  mean: number | undefined;
  lo: number | undefined;
  hi: number | undefined;
  threshold?: number | undefined;
  /** How many cases have about this value, from 0 to 1 in steps of 0.05. */
  bins?: readonly number[] | undefined;
}

const steps = 20;

/** Counts cases by their value. A case without a value is not counted. */
function binsOf(values: readonly (number | undefined)[]): number[] {
  const bins = new Array<number>(steps + 1).fill(0);
  for (const value of values) {
    if (value === undefined) continue;
    const bin = Math.round(Math.min(1, Math.max(0, value)) * steps);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

const mostCases = 500;

/** The metrics that have dimensions: their means with intervals, what changed between two variants, and every case. */
function dimensionTables(variants: readonly VariantResult[]) {
  const perVariant = variants.map(dimensionsOf);
  const metrics = [...new Set(perVariant.flat().map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const columns = perVariant.map((found) => found.find((one) => one.metric === metric));
    return tableOf(metric, columns, changesOn(metric, variants));
  });
}

/** The change from the first variant to the second; with more variants the reader would have to choose. */
function changesOn(metric: string, [before, after, third]: readonly VariantResult[]) {
  if (!before || !after || third) return undefined;
  const result = compareResults(before, after, { primary: metric });
  if (result.kind === "refused") return undefined;
  const { dimensions, exact } = result.comparison;
  return { dimensions: dimensions.filter((one) => one.metric === metric), exact };
}

type Columns = readonly (MetricDimensions | undefined)[];

/** A metric by its dimensions, under every variant. */
function tableOf(metric: string, columns: Columns, changes: ReturnType<typeof changesOn>) {
  const found = columns.filter((column) => column !== undefined);
  const { min = 0, max = 1, passesAt } = found[0] ?? {};
  const ids = [...new Set(found.flatMap(({ dimensions }) => dimensions.map(({ id }) => id)))];
  const rows = ids.map((id) => {
    const moved = changes?.dimensions.find((one) => one.id === id);
    return {
      id,
      columns: columns.map((column) => columnOf(id, column)),
      /** What changed from the first variant to the second, where there are two. */
      change: moved && { figures: showDifference(moved), words: changeWords[moved.change] },
    };
  });
  // The note says how the words beside a change are to be read.
  return { metric, min, max, passesAt, rows, note: changes && changeNote(changes.exact), ...casesOf(ids, columns) };
}

type DimensionColumn = PlottedMeasure & { figures: string; counted: string | undefined };

/** A dimension under one variant: the figures in words, and where it lies on its scale, from 0 to 1. */
function columnOf(id: string, column: MetricDimensions | undefined): DimensionColumn {
  const at = column?.dimensions.findIndex((one) => one.id === id) ?? -1;
  const sum = column?.dimensions[at];
  if (!column || !sum) return { figures: unknown, counted: undefined, mean: undefined, lo: undefined, hi: undefined };
  const { mean, lo, hi } = sum.observed ?? {};
  const share = (value: number | undefined) =>
    value === undefined ? undefined : (value - column.min) / (column.max - column.min);
  return {
    figures: showOnScale(sum, column.max),
    counted: countedIn(sum),
    ...{ mean: share(mean), lo: share(lo), hi: share(hi) },
    threshold: share(column.passesAt),
    bins: binsOf(column.cases.map(({ values }) => share(values[at]))),
  };
}

/** Each case: its score under each variant, and in each dimension; and how many cases are left out of the list. */
function casesOf(ids: readonly string[], columns: Columns) {
  const byCase = columns.map((column) => new Map((column?.cases ?? []).map((one) => [one.caseId, one])));
  const all = [...new Set(byCase.flatMap((cases) => [...cases.keys()]))];
  const places = columns.map((column) => ids.map((id) => column?.dimensions.findIndex((one) => one.id === id) ?? -1));
  const cases = all.slice(0, mostCases).map((id) => {
    const found = byCase.map((own) => own.get(id));
    return {
      id,
      whole: found.map((one) => one?.whole ?? null),
      values: ids.map((_, at) => found.map((one, variant) => one?.values[places[variant]?.[at] ?? -1] ?? null)),
    };
  });
  return { cases, more: all.length - cases.length };
}

const kept = new KeptValues<Awaited<ReturnType<typeof measuresOf>>>(16);

export const measuresView = view({
  about: "How the values of a suite's metrics are spread over its cases, and its dimensions.",
  query: z.object({ run: runId, suite: wholeNumber }),
  async answer(context, query) {
    const { store } = context;
    const { run, suite } = await suiteOf(context, query);
    return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, () => measuresOf(store, run, suite));
  },
});

/** What the values of all cases show, beyond the sums. */
async function measuresOf(store: Store, run: StoredRun, suite: StoredSuite) {
  const { variants } = await readSuite(store, run, suite);
  const metrics = suite.header.metrics.map(({ name }) => name);
  // Each case's value is the mean of the repeats that have one.
  const valuesOf = ({ cases, repeats }: VariantResult, metric: string) =>
    cases.map((one) => meanOf(cellsOf(one, metric, repeats)));
  return {
    /** For each variant and metric, how many cases have about which value, from 0 to 1 in steps of 0.05. */
    bins: variants.map((variant) => metrics.map((metric) => binsOf(valuesOf(variant, metric)))),
    /** Each metric's threshold; null if nothing was scored by it. */
    thresholds: await store.values.thresholds(run.id, suite.position, metrics),
    dimensions: dimensionTables(variants),
  };
}

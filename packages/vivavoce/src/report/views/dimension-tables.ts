import { type ComparedDimension, compareResults } from "../../gate/index.ts";
import { dimensionsOf, type MetricDimensions } from "../../results/index.ts";
import type { VariantResult } from "../../shape/index.ts";
import { showDifference } from "../comparison-table.ts";
import { changeNote, changeWords, countedIn, showOnScale } from "../dimensions-text.ts";
import { unknown } from "../figures.ts";
import { binsOf, type PlottedMeasure } from "./plotted-measure.ts";

/** A dimension under one variant: the figures in words, and where it lies on its scale, from 0 to 1. */
interface DimensionColumn extends PlottedMeasure {
  figures: string;
  counted: string | undefined;
}

/** One dimension of a metric. */
interface DimensionRow {
  id: string;
  columns: DimensionColumn[];
  /** What changed from the first variant to the second, where there are two. */
  change: { figures: string; words: string } | undefined;
}

/** A metric by its dimensions, under every variant. */
export interface DimensionTable {
  metric: string;
  min: number;
  max: number;
  passesAt: number | undefined;
  rows: DimensionRow[];
  /** How the words beside a change are to be read; undefined without changes. */
  note: string | undefined;
  /** Each case: its score under each variant, and in each dimension. */
  cases: { id: string; whole: (number | null)[]; values: (number | null)[][] }[];
  /** Cases that are left out of the list. */
  more: number;
}

const mostCases = 500;

/** The metrics that have dimensions: their means with intervals, what changed between two variants, and every case. */
export function dimensionTables(variants: readonly VariantResult[]): DimensionTable[] {
  const perVariant = variants.map(dimensionsOf);
  const metrics = [...new Set(perVariant.flat().map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const columns = perVariant.map((found) => found.find((one) => one.metric === metric));
    return tableOf(metric, columns, changesOn(metric, variants));
  });
}

interface Changes {
  dimensions: readonly ComparedDimension[];
  exact: boolean;
}

/** The change from the first variant to the second; with more variants the reader would have to choose. */
function changesOn(metric: string, [before, after, third]: readonly VariantResult[]): Changes | undefined {
  if (!before || !after || third) return undefined;
  const result = compareResults(before, after, { primary: metric });
  if (result.kind === "refused") return undefined;
  const { dimensions, exact } = result.comparison;
  return { dimensions: dimensions.filter((one) => one.metric === metric), exact };
}

type Columns = readonly (MetricDimensions | undefined)[];

function tableOf(metric: string, columns: Columns, changes: Changes | undefined): DimensionTable {
  const found = columns.filter((column) => column !== undefined);
  const { min = 0, max = 1, passesAt } = found[0] ?? {};
  const ids = [...new Set(found.flatMap(({ dimensions }) => dimensions.map(({ id }) => id)))];
  const rows = ids.map((id): DimensionRow => {
    const found = changes?.dimensions.find((one) => one.id === id);
    const change = found && {
      figures: showDifference(found),
      words: changeWords[found.change],
    };
    return { id, columns: columns.map((column) => columnOf(id, column)), change };
  });
  return { metric, min, max, passesAt, rows, note: changes && changeNote(changes.exact), ...casesOf(ids, columns) };
}

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

function casesOf(ids: readonly string[], columns: Columns): Pick<DimensionTable, "cases" | "more"> {
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

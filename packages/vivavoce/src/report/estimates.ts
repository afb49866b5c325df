import { clusteredMean, mean, wilson } from "../stats/index.ts";
import type { CaseEntry, CaseTable } from "./case-table.ts";

/** One metric under one variant, over cases: repeats are averaged within their case. */
export interface Estimate {
  /** One value for each case that has one, in the table's order. */
  values: number[];
  mean: number | undefined;
  lo: number | undefined;
  hi: number | undefined;
  /** Cases in which the metric missed its threshold at least once. */
  missed: number;
  threshold: number | undefined;
}

/** The estimate of a metric, by its position, under a variant, by its position. */
export function estimate({ cases }: CaseTable, metric: number, variant: number): Estimate {
  const found = cases.map((entry) => caseValue(entry, metric, variant)).filter((value) => value !== undefined);
  const values = found.map(({ value }) => value);
  const interval = intervalOf(found);
  return {
    values,
    mean: mean(values).mean,
    lo: interval && Math.max(0, interval.lo),
    hi: interval && Math.min(1, interval.hi),
    missed: found.filter(({ missed }) => missed).length,
    threshold: found[0]?.threshold,
  };
}

interface CaseValue {
  value: number;
  missed: boolean;
  threshold: number;
  cluster: string | undefined;
}

/** What a case is worth on a metric: the mean of its repeats. */
export function caseValue({ trials, cluster }: CaseEntry, metric: number, variant: number): CaseValue | undefined {
  const cells = trials
    .filter((trial) => trial.variant === variant)
    .map((trial) => trial.cells[metric])
    .filter((cell) => cell?.status === "scored");
  const [first] = cells;
  if (!first) return undefined;
  const value = cells.reduce((sum, cell) => sum + cell.value, 0) / cells.length;
  return { value, missed: cells.some(({ passed }) => !passed), threshold: first.threshold, cluster };
}

/**
 * Yes or no: Wilson's. Cases that come in clusters: the clusters are the units. Otherwise Student's. Where all say the
 * same, clusters or not, no spread is left to reckon with, and Wilson's over the units says how much that is worth.
 */
function intervalOf(found: readonly CaseValue[]) {
  const values = found.map(({ value }) => value);
  const clusters = [...Map.groupBy(found, ({ cluster }, index) => cluster ?? index).values()];
  const agreed = values.every((value) => value === values[0]) && (values[0] === 0 || values[0] === 1);
  if (agreed) return wilson(values[0] === 1 ? clusters.length : 0, clusters.length);
  if (clusters.length < found.length) return clusteredMean(clusters.map((group) => group.map(({ value }) => value))).ci;
  if (values.some((value) => value !== 0 && value !== 1)) return mean(values).ci;
  return wilson(values.filter((value) => value === 1).length, values.length);
}

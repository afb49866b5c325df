import { mean } from "../stats/index.ts";
import { caseInterval } from "./case-interval.ts";
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
  const interval = caseInterval(values, (index) => found[index]?.cluster);
  return {
    values,
    mean: mean(values).mean,
    lo: interval?.lo,
    hi: interval?.hi,
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

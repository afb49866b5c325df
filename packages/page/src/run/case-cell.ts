import type { CaseRow } from "./use-rows.ts";

/** The mean of a case's values on a metric, over the trials of a variant. */
function meanOf({ trials }: Pick<CaseRow, "trials">, metric: number, variant: number): number | undefined {
  let sum = 0;
  let count = 0;
  for (const trial of trials) {
    const value = trial.values[metric];
    if (typeof value !== "number" || trial.variant !== variant) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
}

const letters: Record<string, string> = { s: "skipped", u: "unscored", e: "errored" };

/** A case's result on a metric under a variant: the mean of its repeats, or why there is none. */
export interface CaseCell {
  value: number | undefined;
  missed: boolean;
  /** Without a value: "skipped", "unscored", "errored", or "" if it was not scored at all. */
  without: string;
}

export function cellOf(row: Pick<CaseRow, "trials">, metric: number, variant: number): CaseCell {
  const marks = row.trials.filter((trial) => trial.variant === variant).map((trial) => trial.marks.charAt(metric));
  return {
    value: meanOf(row, metric, variant),
    missed: marks.includes("m"),
    without: letters[marks.find((mark) => letters[mark] !== undefined) ?? ""] ?? "",
  };
}

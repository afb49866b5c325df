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
export function binsOf(values: readonly (number | undefined)[]): number[] {
  const bins = new Array<number>(steps + 1).fill(0);
  for (const value of values) {
    if (value === undefined) continue;
    const bin = Math.round(Math.min(1, Math.max(0, value)) * steps);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

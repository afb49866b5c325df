import { clusteredMean, type Interval, mean, wilson } from "../stats/index.ts";

/**
 * The interval of a mean over cases, each a value from 0 to 1 with its repeats averaged. Cases that share a cluster are
 * one unit. Yes or no has Wilson's, all else Student's. Where all say the same no spread is left to reckon with, and
 * Wilson's over the units says how much that is worth.
 */
export function caseInterval(
  values: readonly number[],
  clusterOf: (index: number) => string | undefined,
): Interval | undefined {
  const clusters = [...Map.groupBy(values.keys(), (index) => clusterOf(index) ?? index).values()];
  const [first] = values;
  if ((first === 0 || first === 1) && values.every((value) => value === first)) {
    return wilson(first === 1 ? clusters.length : 0, clusters.length);
  }
  if (clusters.length < values.length) {
    return within(clusteredMean(clusters.map((group) => group.map((index) => values[index] ?? 0))).ci);
  }
  if (values.some((value) => value !== 0 && value !== 1)) return within(mean(values).ci);
  return wilson(values.filter((value) => value === 1).length, values.length);
}

/** A mean of such values lies between 0 and 1, whatever Student says. */
function within(interval: Interval | undefined): Interval | undefined {
  return interval && { lo: Math.max(0, interval.lo), hi: Math.min(1, interval.hi) };
}

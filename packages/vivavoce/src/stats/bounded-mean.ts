import { bothSides } from "./bound/bounds.ts";
import { type Clusters, unitsOf } from "./bound/units.ts";
import { requireFinite, requireInside } from "./checks.ts";
import type { Interval } from "./interval.ts";

/** Options of `boundedMean`. */
export interface BoundedMeanOptions {
  /** The lowest and the highest possible value. */
  range?: readonly [number, number] | undefined;
  /** Two-sided. */
  level?: number | undefined;
  /** The cluster of each value, in the same order; a value without a cluster is its own unit. */
  clusters?: Clusters | undefined;
}

/** The mean of values with a lowest and a highest possible value, with its interval. */
export interface BoundedMean extends Interval {
  /** Cases. */
  n: number;
  /** Clusters, and cases without one. */
  units: number;
  /** The mean. */
  mean: number;
}

/**
 * The mean of values with a lowest and a highest possible value, with its interval (Gaffke, 2005): each end adds one more
 * case with the worst (upper end: best) result and gives the cases random weights. Its width is never 0. Undefined without
 * a value.
 *
 * @example boundedMean([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]); // { n: 10, units: 10, mean: 1, lo: 0.69, hi: 1 }
 */
export function boundedMean(
  values: readonly number[],
  { range = [0, 1], level = 0.95, clusters }: BoundedMeanOptions = {},
): BoundedMean | undefined {
  const [least, most] = range;
  requireFinite("boundedMean: range[0]", least);
  requireFinite("boundedMean: range[1]", most);
  if (!(least < most)) throw new RangeError(`boundedMean: range is ${least} to ${most}: pass the lower end first`);
  requireInside("boundedMean: level", level);
  const sample = unitsOf("boundedMean: values", values, range, clusters);
  if (!sample) return undefined;
  const { n, units, mean, groups } = sample;
  const tail = (1 - level) / 2;
  const { below, above } = bothSides(groups, range);
  return { n, units, mean, lo: below.at(tail), hi: above.at(tail) };
}

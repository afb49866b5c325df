import { fromAbove, fromBelow } from "./bound/bounds.ts";
import { type Clusters, unitsOf } from "./bound/units.ts";
import { requireFinite, requireInside } from "./checks.ts";
import type { Interval } from "./interval.ts";

/** Options of `boundedMean`. */
export interface BoundedMeanOptions {
  /** The least and the most a value can be. */
  range?: readonly [number, number] | undefined;
  /** Two-sided. */
  level?: number | undefined;
  /** The cluster of each value, in the same order; a value without one is a unit of its own. */
  clusters?: Clusters | undefined;
}

/** A mean of values that have a least and a most, with its interval. */
export interface BoundedMean extends Interval {
  /** Cases. */
  n: number;
  /** Clusters, and cases without one. */
  units: number;
  /** The mean. */
  mean: number;
}

/**
 * The mean of values that have a least and a most, with its interval: as if one more case had gone as badly as a case
 * can (upper end: as well), and each case might weigh more or less (Gaffke, 2005). It is never of width 0.
 * Undefined without a value.
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
  return { n, units, mean, lo: fromBelow(groups, least).at(tail), hi: fromAbove(groups, most).at(tail) };
}

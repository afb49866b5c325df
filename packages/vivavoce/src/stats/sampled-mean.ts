import { bothSides } from "./bound/bounds.ts";
import { requireFinite, requireInside, requireWhole } from "./checks.ts";
import type { Interval } from "./interval.ts";

/** Options of `sampledMean`. */
export interface SampledMeanOptions {
  /** The units of the whole plan, of which the given ones were drawn at random, without replacement. */
  of: number;
  /** The most cases in one unit. */
  largest?: number | undefined;
  /** Two-sided. */
  level?: number | undefined;
}

/** Cases that were drawn together: a single case, or a cluster. */
export interface SampledUnit {
  /** The mean of its cases that have a value, from 0 to 1. */
  value: number;
  /** How many cases that are; 0 if none has. */
  size: number;
}

/** The mean of what was drawn, and an interval for the mean of the whole plan. */
export interface SampledMean extends Interval {
  /** The mean over the drawn cases. */
  mean: number;
}

/**
 * What is the mean of a whole plan, if only some of it was played, in random order? The interval holds at every look: one
 * may stop as soon as it says enough. Once everything was played, it is the mean itself. Undefined without a value.
 *
 * @example sampledMean(new Array(60).fill({ value: 1, size: 1 }), { of: 500 }); // { mean: 1, lo: 0.93, hi: 1 }
 */
export function sampledMean(
  units: readonly SampledUnit[],
  { of, largest = 1, level = 0.95 }: SampledMeanOptions,
): SampledMean | undefined {
  requireWhole("sampledMean: of", of, Math.max(1, units.length));
  requireInside("sampledMean: level", level);
  for (const [index, { value, size }] of units.entries()) {
    requireFinite(`sampledMean: units[${index}].value`, value, 0, 1);
    requireWhole(`sampledMean: units[${index}].size`, size, 0, largest);
  }
  const cases = units.reduce((sum, { size }) => sum + size, 0);
  if (cases === 0) return undefined;
  const mean = units.reduce((sum, { value, size }) => sum + value * size, 0) / cases;
  if (units.length === of) return { mean, lo: mean, hi: mean };
  const drawn = units.map((unit) => ({ ...unit, count: 1 }));
  const { below, above } = bothSides(drawn, [0, 1], { units: of, largest });
  const tail = (1 - level) / 2;
  return { mean, lo: below.at(tail), hi: above.at(tail) };
}

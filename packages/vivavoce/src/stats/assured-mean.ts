import type { MeasureSummary } from "../shape/index.ts";
import { bothSides } from "./bound/bounds.ts";
import { type Clusters, unitsOf } from "./bound/units.ts";
import { leastWhole } from "./distributions/root.ts";

/** The chance of a wrong pass, and of a wrong fail. */
const alpha = 0.05;
const mostCases = 10_000;

/** `anytime` as in `nonInferiorMean`. Undefined without a value. */
export function assuredMean(
  values: readonly number[],
  { clusters, anytime }: { clusters?: Clusters | undefined; anytime?: { largest: number } | undefined } = {},
): MeasureSummary["assured"] {
  const sample = unitsOf("assuredMean: values", values, [0, 1], clusters);
  if (!sample) return undefined;
  const { groups, units } = sample;
  const mean = groups.reduce((sum, { value, count }) => sum + value * count, 0) / units;
  const variance = groups.reduce((sum, { value, count }) => sum + count * (value - mean) ** 2, 0) / units;
  const { below, above } = bothSides(groups, [0, 1], anytime);
  return { lower: below.at(alpha), upper: above.at(alpha), units, variance, anytime: anytime !== undefined };
}

/**
 * About how many units settle whether the mean reaches a floor, if they go on as those that were seen: the same mean, and
 * as much variance. Undefined if more than 10,000 would be needed.
 */
export function unitsToSettle(
  floor: number,
  { mean, variance, anytime }: Pick<NonNullable<MeasureSummary["assured"]>, "variance" | "anytime"> & { mean: number },
): number | undefined {
  const most = mean * (1 - mean);
  // Part of the units pass or fail, and the rest have the mean: that is the same variance, whatever the scores were.
  const share = most === 0 ? 0 : Math.min(1, variance / most);
  const isSettled = (units: number): boolean => {
    const counts = [
      { value: 1, part: share * mean },
      { value: 0, part: share * (1 - mean) },
      { value: mean, part: 1 - share },
    ];
    const whole = anytime ? Math.round : (count: number) => count;
    const groups = counts
      .map(({ value, part }) => ({ value, size: 1, count: whole(part * units) }))
      .filter(({ count }) => count > 1e-9);
    const { below, above } = bothSides(groups, [0, 1], anytime ? { largest: 1 } : undefined);
    return mean >= floor ? below.chance(floor) <= alpha : above.chance(floor) < alpha;
  };
  return isSettled(mostCases) ? leastWhole(0, mostCases, isSettled) : undefined;
}

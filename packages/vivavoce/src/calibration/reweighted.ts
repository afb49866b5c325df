import { mulberry32, type Random } from "../base/index.ts";
import { type Interval, sortedQuantile } from "../stats/index.ts";

/** What one unit (a case, a cluster) adds to the sums that a statistic is computed from. */
export type UnitSums = readonly number[];

/** Options of `reweighted`. */
export interface ReweightedOptions {
  /** The lowest and the highest possible value. */
  range: readonly [number, number];
  /** Units that could have come next and lower the value most; the worst of them counts. */
  worst: readonly UnitSums[];
  /** Units that could have come next and raise the value most. */
  best: readonly UnitSums[];
  /** The same seed gives the same interval. */
  seed?: number | undefined;
  /** How many sets of weights are drawn. */
  draws?: number | undefined;
}

/**
 * The 95 % interval of a statistic of sums, such as κ, over independent units. It is what `boundedMean` does for means:
 * as if one more unit had gone as badly (upper end: as well) as a unit can, and each unit might weigh more or less.
 * The weights are drawn from a seed. The order of the units does not matter. Undefined without a unit.
 *
 * @example reweighted(cases, ([agree = 0, n = 0]) => agree / n, { range: [0, 1], worst: [[0, 1]], best: [[1, 1]] });
 */
export function reweighted(
  units: readonly UnitSums[],
  statistic: (sums: readonly number[]) => number | undefined,
  { range: [least, most], worst, best, seed = 1, draws = 2_000 }: ReweightedOptions,
): Interval | undefined {
  if (units.length === 0) return undefined;
  const groups = groupsOf(units);
  const random = mulberry32(seed);
  const low = new Float64Array(draws);
  const high = new Float64Array(draws);
  const sums = new Array<number>(units[0]?.length ?? 0);
  const withNext = new Array<number>(sums.length);
  for (let draw = 0; draw < draws; draw += 1) {
    sums.fill(0);
    for (const { unit, count } of groups) add(sums, sums, unit, gamma(count, random));
    const weight = gamma(1, random);
    let [lowest, highest] = [most, least];
    for (const unit of worst) lowest = Math.min(lowest, statistic(add(withNext, sums, unit, weight)) ?? least);
    for (const unit of best) highest = Math.max(highest, statistic(add(withNext, sums, unit, weight)) ?? most);
    low[draw] = Math.max(least, lowest);
    high[draw] = Math.min(most, highest);
  }
  return { lo: sortedQuantile(low.sort(), 0.025), hi: sortedQuantile(high.sort(), 0.975) };
}

function add(to: number[], sums: readonly number[], unit: UnitSums, weight: number): number[] {
  for (let index = 0; index < sums.length; index += 1) to[index] = (sums[index] ?? 0) + weight * (unit[index] ?? 0);
  return to;
}

/** Equal units share one weight, whose distribution is that of the sum of theirs; in an order of their own. */
function groupsOf(units: readonly UnitSums[]): { unit: UnitSums; count: number }[] {
  const groups = new Map<string, { unit: UnitSums; count: number }>();
  for (const unit of units) {
    const key = unit.join(" ");
    const group = groups.get(key);
    if (group) group.count += 1;
    else groups.set(key, { unit, count: 1 });
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** The sum of `count` exponential weights of mean 1 (Marsaglia & Tsang, 2000, where it is quicker than adding them). */
function gamma(count: number, random: Random): number {
  if (count < 8) {
    let product = 1;
    for (let index = 0; index < count; index += 1) product *= 1 - random();
    return -Math.log(product);
  }
  const d = count - 1 / 3;
  while (true) {
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

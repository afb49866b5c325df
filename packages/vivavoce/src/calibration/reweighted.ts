import { mulberry32, type Random } from "../base/index.ts";
import { type Interval, sortedQuantile } from "../stats/index.ts";

/** What one unit (a case, a cluster) adds to the sums that a statistic is computed from. */
type UnitSums = readonly number[];

/** What a statistic can be. */
interface Bounds {
  /** The lowest and the highest possible value. */
  range: readonly [number, number];
  /** What could have come next, and what each of these units could have been: the worst counts below, the best above. */
  next: readonly (readonly UnitSums[])[];
}

type Statistic = (sums: UnitSums) => number | undefined;

/** How many sets of weights are drawn; the same seed gives the same interval. */
const draws = 2_000;
const seed = 1;

/**
 * A statistic of sums over items, such as κ, with its 95 % interval. Items of one cluster are one unit. The interval is what
 * `boundedMean` gives for means: as if one more unit (in each stratum) had gone as badly, for the upper end as well, as a
 * unit can, and each unit might weigh more or less. The order of the items does not matter. Undefined without a value.
 *
 * @example estimated(labels, ({ agree }) => [agree, 1], ([sum = 0, n = 0]) => sum / n, { range: [0, 1], next: [[[0, 1], [1, 1]]] });
 */
export function estimated<Item extends { cluster: string }>(
  items: readonly Item[],
  sumsOf: (item: Item) => UnitSums,
  statistic: Statistic,
  bounds: Bounds,
): (Interval & { value: number }) | undefined {
  const units = [...Map.groupBy(items, ({ cluster }) => cluster).values()].map((own) => total(own.map(sumsOf)));
  const value = statistic(total(units));
  return units.length === 0 || value === undefined ? undefined : { value, ...intervalOf(units, statistic, bounds) };
}

/** The cluster size of an average item. */
export function kishSize(items: readonly { cluster: string }[]): number {
  const sizes = [...Map.groupBy(items, ({ cluster }) => cluster).values()].map(({ length }) => length);
  return items.length === 0 ? 1 : sizes.reduce((sum, size) => sum + size ** 2, 0) / items.length;
}

function intervalOf(
  units: readonly UnitSums[],
  statistic: Statistic,
  { range: [least, most], next }: Bounds,
): Interval {
  const plain = total(units);
  const worst = chosen(plain, next, (sums) => statistic(sums) ?? least);
  const best = chosen(plain, next, (sums) => -(statistic(sums) ?? most));
  const groups = groupsOf(units);
  const random = mulberry32(seed);
  const low = new Float64Array(draws);
  const high = new Float64Array(draws);
  const sums = new Array<number>(plain.length);
  const weights = new Array<number>(next.length).fill(0);
  for (let draw = 0; draw < draws; draw += 1) {
    sums.fill(0);
    for (const { unit, count } of groups) add(sums, unit, gamma(count, random));
    for (let index = 0; index < weights.length; index += 1) weights[index] = gamma(1, random);
    const withNext = (extra: readonly Sparse[]) => {
      const all = sums.slice();
      for (const [index, unit] of extra.entries()) add(all, unit, weights[index] ?? 0);
      return statistic(all);
    };
    low[draw] = Math.min(most, Math.max(least, withNext(worst) ?? least));
    high[draw] = Math.max(least, Math.min(most, withNext(best) ?? most));
  }
  return { lo: sortedQuantile(low.sort(), 0.025), hi: sortedQuantile(high.sort(), 0.975) };
}

/** The sums of all units. */
function total(units: readonly UnitSums[]): number[] {
  const sums: number[] = [];
  for (const unit of units) for (const [index, value] of unit.entries()) sums[index] = (sums[index] ?? 0) + value;
  return sums;
}

/** Of each unit that could have come next, what lowers this most. */
function chosen(plain: readonly number[], next: Bounds["next"], value: (sums: readonly number[]) => number): Sparse[] {
  const sums = [...plain];
  return next.flatMap((could) => {
    const [first] = could
      .map((unit) => ({ unit: sparse(unit), value: value(add([...sums], sparse(unit), 1)) }))
      .sort((a, b) => a.value - b.value);
    if (first) add(sums, first.unit, 1);
    return first ? [first.unit] : [];
  });
}

/** The sums of a unit that are not 0, and where they stand. */
interface Sparse {
  at: readonly number[];
  values: readonly number[];
}

function sparse(unit: UnitSums): Sparse {
  const at = [...unit.keys()].filter((index) => unit[index] !== 0);
  return { at, values: at.map((index) => unit[index] ?? 0) };
}

function add(sums: number[], { at, values }: Sparse, weight: number): number[] {
  for (let index = 0; index < at.length; index += 1) {
    const place = at[index] ?? 0;
    sums[place] = (sums[place] ?? 0) + weight * (values[index] ?? 0);
  }
  return sums;
}

/** Equal units share one weight, whose distribution is that of the sum of theirs; in an order of their own. */
function groupsOf(units: readonly UnitSums[]): { unit: Sparse; count: number }[] {
  const groups = [...Map.groupBy(units, (unit) => unit.join(" "))].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([, own]) => ({ unit: sparse(own[0] ?? []), count: own.length }));
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

import { requireNumbers, requireSameLength } from "../checks.ts";

/** The cluster of each case, in the order of the values. A case without a cluster is its own unit. */
export type Clusters = readonly (string | null | undefined)[];

/** Equal units are counted once, so that pass or fail costs the same for ten cases and for a million. */
export interface UnitGroup {
  value: number;
  /** Cases in the unit. */
  size: number;
  /** Units that have this value and this size. */
  count: number;
}

/** The input of an interval over cases. A unit is a case, or a cluster with the mean of its cases. */
interface Units {
  /** Cases. */
  n: number;
  /** The number of independent units: clusters, and cases without one. */
  units: number;
  mean: number;
  groups: readonly UnitGroup[];
}

// A weighted score may exceed its range by a rounding error. More than that is a mistake.
const roundingError = 1e-9;

/** Undefined without a value. The groups come in the same order whatever the order and the names of the cases. */
export function unitsOf(
  caller: string,
  values: readonly number[],
  [least, most]: readonly [number, number],
  clusters?: Clusters | undefined,
): Units | undefined {
  requireNumbers(caller, values);
  if (clusters) requireSameLength(`${caller} and clusters`, values, clusters);
  const inRange = values.map((value, index) => {
    // + 0 turns −0 into 0, because −0 would be shown with its sign.
    if (value >= least - roundingError && value <= most + roundingError)
      return Math.min(most, Math.max(least, value)) + 0;
    throw new RangeError(`${caller}[${index}] is ${value}: pass numbers from ${least} to ${most}`);
  });
  const n = inRange.length;
  if (n === 0) return undefined;
  const sorted = new Float64Array(inRange).sort();
  const groups = grouped(clusters ? bySize(inRange, clusters) : new Map([[1, sorted]]));
  return { n, units: groups.reduce((sum, { count }) => sum + count, 0), mean: meanInOrder(sorted), groups };
}

/** Sorted, so that the sum does not depend on the order of the cases; the mean of equal values is exact. */
function meanInOrder(sorted: Float64Array): number {
  const first = sorted[0] ?? 0;
  return first === sorted.at(-1) ? first : sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
}

/** The units' values in order, by the number of cases in the unit. */
function bySize(values: readonly number[], clusters: Clusters): Map<number, Float64Array> {
  const members = Map.groupBy(values.keys(), (index) => clusters[index] ?? index);
  const sizes = Map.groupBy(members.values(), ({ length }) => length);
  const meanOf = (unit: readonly number[]) =>
    meanInOrder(Float64Array.from(unit, (index) => values[index] ?? 0).sort());
  return new Map([...sizes].map(([size, units]) => [size, Float64Array.from(units, meanOf).sort()]));
}

function grouped(sizes: Map<number, Float64Array>): UnitGroup[] {
  const groups: UnitGroup[] = [];
  for (const [size, values] of [...sizes].sort(([a], [b]) => a - b)) {
    for (const value of values) {
      const last = groups.at(-1);
      if (last?.value === value && last.size === size) last.count += 1;
      else groups.push({ value, size, count: 1 });
    }
  }
  return groups;
}

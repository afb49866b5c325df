import type { Random } from "../base/index.ts";
import { bothSides } from "./bound/bounds.ts";

type Unit = { value: number; size: number; count: number };

interface Looks {
  random: Random;
  /** How many plans are drawn. */
  plans: number;
  /** Units in each. */
  of: number;
  rate: number;
  /** The sizes of clusters, in turn. */
  sizes?: readonly number[];
}

/** How many plans have a mean that the interval misses at one look or another, if one looks after each unit. */
export function missedBy({ random, plans, of, rate, sizes = [1] }: Looks): number {
  const largest = Math.max(...sizes);
  let missed = 0;
  for (let plan = 0; plan < plans; plan += 1) {
    const units = Array.from({ length: of }, (_, index) => {
      const size = sizes[index % sizes.length] ?? 1;
      return { value: random() < rate ? 1 : 0, size, count: 1 };
    });
    for (let last = of - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [units[last], units[other]] = [units[other] as Unit, units[last] as Unit];
    }
    const cases = units.reduce((sum, { size }) => sum + size, 0);
    const truth = units.reduce((sum, { value, size }) => sum + value * size, 0) / cases;
    for (let seen = 1; seen < of; seen += 1) {
      const { below, above } = bothSides(units.slice(0, seen), [0, 1], { units: of, largest });
      // The interval's ends are where these chances are 2.5 %; to look for the ends would take long.
      if (Math.min(below.chance(truth), above.chance(truth)) >= 0.025) continue;
      missed += 1;
      break;
    }
  }
  return missed;
}

import type { Bounds, UnitGroup } from "./units.ts";

/** The plan that the units are drawn from at random. */
export interface DrawnFrom {
  /** Its number of units, if they are drawn without replacement; without it, a population without end. */
  units?: number | undefined;
  /** The most cases in one unit. It must be known before the first unit is drawn. */
  largest: number;
}

/** The bets of each gambler, as shares of what a unit could lose. Nobody knows the best one before, so all play. */
const bets = Array.from({ length: 10 }, (_, power) => 2 ** (power - 5));
/** Nobody stakes everything: one lost bet would end the game. */
const mostStaked = 0.98;
/** Products are turned into logarithms this often: a factor is between 0.02 and 17 or so. */
const steps = 64;
const rounding = 1e-9;

/**
 * A lower bound that holds however often one looks, for values from `worst` to `worst + width` (Waudby-Smith and Ramdas,
 * "Estimating means of bounded random variables by betting", 2024). If the mean is m or lower, nobody can expect to win by
 * betting on higher values, and the chance that the mean fortune of all gamblers is ever 20 times what they brought is at
 * most 1 in 20 (Ville, 1939). Units that are drawn without replacement must come in the order in which they were drawn.
 */
export function bettingBelow(
  drawn: readonly UnitGroup[],
  { units, largest }: DrawnFrom,
  [worst, width]: readonly [worst: number, width: number] = [0, 1],
): Bounds {
  const most = drawn.reduce((top, { size }) => Math.max(top, size), largest);
  const shares = drawn.map(({ value, size, count }) => {
    return { sum: (size * ((value - worst) / width)) / most, part: size / most, count };
  });
  const chanceOf = (m: number) => Math.min(1, Math.exp(-logFortune(shares, units, m)));
  return {
    at: (alpha) => worst + width * lowestLeft((m) => chanceOf(m) > alpha),
    chance: (m) => chanceOf((m - worst) / width),
  };
}

interface Share {
  /** The unit's cases with a value, and the sum of their values, as shares of the largest unit. */
  part: number;
  sum: number;
  count: number;
}

/**
 * The logarithm of the gamblers' mean fortune, if the mean is m. A case without a value counts m: it moves nothing. The
 * fortune falls as m grows, so the means that are left are an interval.
 */
function logFortune(shares: readonly Share[], units: number | undefined, m: number): number {
  const logs = new Float64Array(bets.length);
  const products = new Float64Array(bets.length).fill(1);
  // How far the units before are above m, all together.
  let surplus = 0;
  let seen = 0;
  // What a unit that is all worst would lose against what is expected of the next unit.
  const mostLost = () => (units === undefined ? m : m - surplus / (units - seen));
  const settle = () => {
    for (let index = 0; index < bets.length; index += 1) {
      logs[index] = (logs[index] ?? 0) + Math.log(products[index] ?? 1);
      products[index] = 1;
    }
  };
  for (const { sum, part, count } of shares) {
    const gain = sum - part * m;
    for (let nth = 0; nth < count; nth += 1) {
      const lost = mostLost();
      if (lost < -rounding) return Number.POSITIVE_INFINITY;
      const won = gain + m - lost;
      const most = lost <= 0 ? Number.POSITIVE_INFINITY : mostStaked / lost;
      for (let index = 0; index < bets.length; index += 1)
        products[index] = (products[index] ?? 1) * (1 + Math.min(bets[index] ?? 0, most) * won);
      surplus += gain;
      seen += 1;
      if (seen % steps === 0) settle();
    }
  }
  // The rest could not make the mean this low.
  if (units !== undefined && seen < units && mostLost() < -rounding) return Number.POSITIVE_INFINITY;
  settle();
  const top = Math.max(...logs);
  return top + Math.log(logs.reduce((total, log) => total + Math.exp(log - top), 0) / bets.length);
}

/** The lowest number from 0 to 1 that is left, by halving; rounded down, so that the bound still holds. */
function lowestLeft(isLeft: (m: number) => boolean): number {
  if (isLeft(0)) return 0;
  let [lo, hi] = [0, 1];
  while (hi - lo > rounding) {
    const middle = (lo + hi) / 2;
    if (isLeft(middle)) hi = middle;
    else lo = middle;
  }
  return lo;
}

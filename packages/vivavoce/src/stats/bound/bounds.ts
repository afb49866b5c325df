import { normalTail, normalUpperQuantile } from "../distributions/normal.ts";
import { saddlepoint } from "./saddlepoint.ts";
import type { UnitGroup } from "./units.ts";

/** A one-sided bound on the true mean. */
interface Bounds {
  /** The bound on the mean at `alpha`. */
  at(alpha: number): number;
  /** The p-value of the hypothesis that the true mean is m or further off: below alpha exactly if `at(alpha)` excludes m. */
  chance(m: number): number;
}

/** The plan that the units are drawn from at random. */
interface DrawnFrom {
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
function bettingBelow(
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

const closeEnough = 1e-14;
const mostSteps = 200;
const secantSteps = 30;

/**
 * The bounds on the mean of values from `least` to `most`, from either side. `anytime`: one may have looked at any time, and
 * stopped when it was decided.
 */
export function bothSides(
  groups: readonly UnitGroup[],
  [least, most]: readonly [number, number],
  anytime?: DrawnFrom,
): { below: Bounds; above: Bounds } {
  const bound = (units: readonly UnitGroup[], worst: number) =>
    anytime ? bettingBelow(units, anytime, [worst, most - least]) : fromBelow(units, worst);
  const mirrored = groups.map((group) => ({ ...group, value: -group.value }));
  const { at, chance } = bound(mirrored, -most);
  // 0 − x, because −0 would be shown with its sign.
  return { below: bound(groups, least), above: { at: (alpha) => 0 - at(alpha), chance: (m) => chance(-m) } };
}

/**
 * The bound adds one more case with the worst result, and gives the cases random weights. For pass or fail
 * `at(alpha)` is the lower end of Clopper & Pearson, within 0.003.
 */
function fromBelow(groups: readonly UnitGroup[], worst: number): Bounds {
  const all = withWorst(groups, worst);
  const top = groups.reduce((most, { value }) => Math.max(most, value), worst);
  const surprise = saddlepoint(all);
  const { centre, se } = moments(all);
  return {
    at: (alpha) => (top <= worst ? worst : search(surprise, -normalUpperQuantile(alpha), { worst, top, centre, se })),
    chance: (m) => {
      const r = surprise(m);
      return Number.isFinite(r) ? normalTail(-r) : r > 0 ? 1 : 0;
    },
  };
}

/** Finds where r meets its target, by secants; if one leaves the bracket, or they take long, by its middle. */
function search(
  surprise: (m: number) => number,
  target: number,
  { worst, top, centre, se }: { worst: number; top: number; centre: number; se: number },
): number {
  let [lo, hi] = [worst, top];
  let m = within(lo, hi, centre + target * se);
  let before: { m: number; excess: number } | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    const excess = surprise(m) - target;
    if (excess === 0) return m;
    if (excess < 0) lo = m;
    else hi = m;
    const run = before ? (m - before.m) / (excess - before.excess) : se;
    const next = step < secantSteps ? within(lo, hi, m - excess * run) : (lo + hi) / 2;
    if (Math.abs(next - m) <= closeEnough * (top - worst)) return next;
    before = { m, excess };
    m = next;
  }
  return m;
}

function within(lo: number, hi: number, guess: number): number {
  return guess > lo && guess < hi ? guess : (lo + hi) / 2;
}

/** One more unit, with the worst possible value and the cluster size of an average case (Kish, 1965). */
function withWorst(groups: readonly UnitGroup[], worst: number): UnitGroup[] {
  let cases = 0;
  let squares = 0;
  for (const { size, count } of groups) {
    cases += size * count;
    squares += size * size * count;
  }
  return [{ value: worst, size: squares / cases, count: 1 }, ...groups];
}

/** The mean of the units by size, and how far random weights would move it. */
function moments(groups: readonly UnitGroup[]): { centre: number; se: number } {
  let weight = 0;
  let sum = 0;
  for (const { value, size, count } of groups) {
    weight += size * count;
    sum += size * count * value;
  }
  const centre = sum / weight;
  let squares = 0;
  for (const { value, size, count } of groups) squares += count * (size * (value - centre)) ** 2;
  return { centre, se: Math.sqrt(squares) / weight };
}

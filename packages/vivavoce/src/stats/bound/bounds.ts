import { normalCdf, normalQuantile } from "../distributions/normal.ts";
import { bettingBelow, type DrawnFrom } from "./betting.ts";
import { saddlepoint } from "./saddlepoint.ts";
import type { Bounds, UnitGroup } from "./units.ts";

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
export function fromBelow(groups: readonly UnitGroup[], worst: number): Bounds {
  const all = withWorst(groups, worst);
  const top = groups.reduce((most, { value }) => Math.max(most, value), worst);
  const surprise = saddlepoint(all);
  const { centre, se } = moments(all);
  return {
    at: (alpha) => (top <= worst ? worst : search(surprise, normalQuantile(alpha), { worst, top, centre, se })),
    chance: (m) => {
      const r = surprise(m);
      return Number.isFinite(r) ? normalCdf(r) : r > 0 ? 1 : 0;
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

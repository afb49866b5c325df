import { normalCdf, normalQuantile } from "../distributions/normal.ts";
import { saddlepoint } from "./saddlepoint.ts";
import { mirrored, type UnitGroup } from "./units.ts";

const closeEnough = 1e-14;
const mostSteps = 200;
const secantSteps = 30;

/**
 * The mean that the units make implausible at `alpha`: as if one more case had gone as badly as a case can, and each
 * case might weigh more or less. For pass or fail it is the lower end of Clopper & Pearson, within 0.003.
 */
export function lowerBound(groups: readonly UnitGroup[], worst: number, alpha: number): number {
  const all = withWorst(groups, worst);
  const top = groups.reduce((most, { value }) => Math.max(most, value), worst);
  if (top <= worst) return worst;
  const surprise = saddlepoint(all);
  const target = normalQuantile(alpha);
  const { centre, se } = moments(all);
  let lo = worst;
  let hi = top;
  let m = within(lo, hi, centre + target * se);
  let before: { m: number; excess: number } | undefined;
  // Secants; where one leaves the bracket, or they take long, its middle.
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

export function upperBound(groups: readonly UnitGroup[], best: number, alpha: number): number {
  // 0 − x, since −0 is not what anyone wants to read.
  return 0 - lowerBound(mirrored(groups), -best, alpha);
}

/** How plausible the data are if the true mean is m or less: below alpha exactly where `lowerBound` is above m. */
export function chanceIfAtMost(m: number, groups: readonly UnitGroup[], worst: number): number {
  const surprise = saddlepoint(withWorst(groups, worst))(m);
  if (surprise === Number.POSITIVE_INFINITY) return 1;
  return surprise === Number.NEGATIVE_INFINITY ? 0 : normalCdf(surprise);
}

export function chanceIfAtLeast(m: number, groups: readonly UnitGroup[], best: number): number {
  return chanceIfAtMost(-m, mirrored(groups), -best);
}

/** One unit more, with the worst value there can be and the cluster size of an average case (Kish, 1965). */
function withWorst(groups: readonly UnitGroup[], worst: number): UnitGroup[] {
  let cases = 0;
  let squares = 0;
  for (const { size, count } of groups) {
    cases += size * count;
    squares += size * size * count;
  }
  return [{ value: worst, size: squares / cases, count: 1 }, ...groups];
}

function within(lo: number, hi: number, guess: number): number {
  return guess > lo && guess < hi ? guess : (lo + hi) / 2;
}

/** The mean of the units by size, and how far it would move if each weighed more or less. */
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

/** A rising function at a point: how far it is above its target there, and how steeply it rises. */
interface Ascent {
  excess: number;
  slope: number;
}

const closeEnough = 1e-15;
const mostSteps = 300;

/**
 * Where a rising function meets its target between `lo` and `hi` (which may be infinite).
 * Newton's steps; when one leaves what is left of the bracket, its middle is taken instead.
 */
export function rootOf(ascentAt: (x: number) => Ascent, bracket: { lo: number; hi: number }, start: number): number {
  let { lo, hi } = bracket;
  let x = start;
  for (let step = 0; step < mostSteps; step += 1) {
    const { excess, slope } = ascentAt(x);
    if (Math.abs(excess) <= closeEnough) return x;
    if (excess < 0) lo = x;
    else hi = x;
    let next = x - excess / slope;
    if (!(next > lo && next < hi)) next = middle(lo, hi);
    if (Math.abs(next - x) <= Number.EPSILON * Math.abs(x)) return next;
    x = next;
  }
  return x;
}

function middle(lo: number, hi: number): number {
  return hi === Number.POSITIVE_INFINITY ? 2 * lo + 1 : (lo + hi) / 2;
}

/** The smallest whole number that is enough, where `tooFew` is not, `enough` is, and so is everything above one that is. */
export function leastWhole(tooFew: number, enough: number, isEnough: (count: number) => boolean): number {
  if (enough - tooFew <= 1) return enough;
  const middle = Math.floor((tooFew + enough) / 2);
  return isEnough(middle) ? leastWhole(tooFew, middle, isEnough) : leastWhole(middle, enough, isEnough);
}

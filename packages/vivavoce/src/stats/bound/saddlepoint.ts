import type { UnitGroup } from "./units.ts";

const nearZero = 0.001;
const closeEnough = 1e-8;
const mostSteps = 200;

/**
 * How surprising it would be if the units had the mean m, as a standard normal value r(m) that rises with m: Φ(r) is the
 * chance that Σ E·size·(value − m) ≤ 0 when each unit weighs E, exponential (Gaffke, 2005), by the
 * saddlepoint formula of Barndorff-Nielsen (1986). The groups must include the unit that was added as the worst.
 */
export function saddlepoint(groups: readonly UnitGroup[]): (m: number) => number {
  const values = new Float64Array(groups.map(({ value }) => value));
  const sizes = new Float64Array(groups.map(({ size }) => size));
  const counts = new Float64Array(groups.map(({ count }) => count));
  const terms = new Float64Array(groups.length);
  // The next root is near the last one.
  let start = 0;

  return (m) => {
    let least = 0;
    let most = 0;
    for (let i = 0; i < terms.length; i += 1) {
      const term = sizes[i]! * (values[i]! - m);
      terms[i] = term;
      if (term < least) least = term;
      if (term > most) most = term;
    }
    if (most <= 0) return Number.POSITIVE_INFINITY;
    if (least >= 0) return Number.NEGATIVE_INFINITY;
    // r does not depend on the scale. With 1 as the largest term, no square can overflow or underflow.
    const scale = Math.max(most, -least);
    for (let i = 0; i < terms.length; i += 1) terms[i]! /= scale;
    start = tilt(terms, counts, { lo: scale / least, hi: scale / most }, start);
    return signedRoot(terms, counts, start);
  };
}

/**
 * The s between the poles with Σ a/(1 − sa) = 0; the sum rises with s. Uses Newton's steps or, if one leaves the bracket,
 * its middle. Newton doubles the digits with each step, so the step after `closeEnough` is the last.
 */
function tilt(terms: Float64Array, counts: Float64Array, poles: { lo: number; hi: number }, start: number): number {
  let { lo, hi } = poles;
  let s = start > lo && start < hi ? start : 0;
  for (let step = 0; step < mostSteps; step += 1) {
    let sum = 0;
    let slope = 0;
    for (let i = 0; i < terms.length; i += 1) {
      const tilted = terms[i]! / (1 - s * terms[i]!);
      sum += counts[i]! * tilted;
      slope += counts[i]! * tilted * tilted;
    }
    const next = s - sum / slope;
    const inside = next > lo && next < hi;
    if (Math.abs(sum) <= closeEnough * Math.sqrt(slope)) return inside ? next : s;
    if (sum < 0) lo = s;
    else hi = s;
    s = next > lo && next < hi ? next : (lo + hi) / 2;
  }
  return s;
}

/** r = w + ln(u/w)/w, and its limit where w is near 0. */
function signedRoot(terms: Float64Array, counts: Float64Array, s: number): number {
  let logs = 0;
  let squares = 0;
  for (let i = 0; i < terms.length; i += 1) {
    const tilted = terms[i]! / (1 - s * terms[i]!);
    logs += counts[i]! * Math.log1p(-s * terms[i]!);
    squares += counts[i]! * tilted * tilted;
  }
  const w = Math.sign(s) * Math.sqrt(2 * Math.max(0, logs));
  if (Math.abs(w) >= nearZero) return w + Math.log((s * Math.sqrt(squares)) / w) / w;
  let second = 0;
  let third = 0;
  for (let i = 0; i < terms.length; i += 1) {
    second += counts[i]! * terms[i]! ** 2;
    third += counts[i]! * terms[i]! ** 3;
  }
  return w + third / (3 * second ** 1.5);
}

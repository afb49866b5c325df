import { logBetaKernel, logRegularisedBeta } from "./incomplete-beta.ts";
import { normalTail, normalUpperQuantile } from "./normal.ts";
import { rootOf } from "./root.ts";

/** The chance that Student's t with `df` degrees of freedom is above t: ½ I_{ν/(ν+t²)}(ν/2, ½) for t > 0. */
function studentTail(t: number, df: number): number {
  if (df === Number.POSITIVE_INFINITY) return normalTail(t);
  if (t < 0) return 1 - studentTail(-t, df);
  return Math.exp(logRegularisedBeta(betaPoint(t, df), df / 2, 0.5)) / 2;
}

/** The chance of a value at least as far from 0 as t, on either side. */
export function studentTwoSided(t: number, df: number): number {
  return Math.min(1, 2 * studentTail(Math.abs(t), df));
}

/** Half the width of a two-sided interval, in standard errors. */
export function studentCritical(level: number, df: number): number {
  return studentUpperQuantile((1 - level) / 2, df);
}

/** The t that leaves `tail` above it. */
function studentUpperQuantile(tail: number, df: number): number {
  if (df === Number.POSITIVE_INFINITY) return normalUpperQuantile(tail);
  if (tail === 0.5) return 0;
  if (tail > 0.5) return -studentUpperQuantile(1 - tail, df);
  const target = Math.log(2 * tail);
  const ascentAt = (t: number) => {
    const point = betaPoint(t, df);
    const logBothTails = logRegularisedBeta(point, df / 2, 0.5);
    const logDensity = logBetaKernel(point, df / 2, 0.5) - Math.log(t);
    return { excess: target - logBothTails, slope: 2 * Math.exp(logDensity - logBothTails) };
  };
  return rootOf(ascentAt, { lo: 0, hi: Number.POSITIVE_INFINITY }, normalUpperQuantile(tail));
}

function betaPoint(t: number, df: number) {
  const square = t * t;
  return { x: df / (df + square), rest: square / (df + square) };
}

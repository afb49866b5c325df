import { rootOf } from "./root.ts";

const rootTwoPi = Math.sqrt(2 * Math.PI);
const seriesUpTo = 2;
const mostSteps = 1000;

function density(z: number): number {
  return Math.exp((-z * z) / 2) / rootTwoPi;
}

/** 1 − Φ(z), the chance that a standard normal is above z, with full precision in the upper tail. */
export function normalTail(z: number): number {
  if (Math.abs(z) < seriesUpTo) return 0.5 - density(z) * centralSeries(z);
  return z > 0 ? density(z) * millsRatio(z) : 1 - density(z) * millsRatio(-z);
}

/** z + z³/3 + z⁵/(3·5) + … = (Φ(z) − ½)/φ(z) (Abramowitz & Stegun 26.2.11). */
function centralSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > Number.EPSILON * Math.abs(sum) * 0.1; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** (1 − Φ(z))/φ(z) = 1/(z + 1/(z + 2/(z + 3/(z + …)))) (Abramowitz & Stegun 26.2.14), evaluated forwards. */
function millsRatio(z: number): number {
  let numerator = z;
  let denominator = 0;
  let fraction = z;
  for (let step = 1; step < mostSteps; step += 1) {
    denominator = 1 / (z + step * denominator);
    numerator = z + step / numerator;
    const change = numerator * denominator;
    fraction *= change;
    if (Math.abs(change - 1) < Number.EPSILON) break;
  }
  return 1 / fraction;
}

/** The z with 1 − Φ(z) = tail, for 0 < tail < 1. */
export function normalUpperQuantile(tail: number): number {
  if (tail === 0.5) return 0;
  if (tail > 0.5) return -normalUpperQuantile(1 - tail);
  const target = Math.log(tail);
  const ascentAt = (z: number) => {
    const chance = normalTail(z);
    return { excess: target - Math.log(chance), slope: density(z) / chance };
  };
  return rootOf(ascentAt, { lo: 0, hi: Number.POSITIVE_INFINITY }, Math.sqrt(-2 * Math.log(2 * tail)));
}

import { logBetaKernel, logRegularisedBeta, unitPoint } from "./incomplete-beta.ts";
import { rootOf } from "./root.ts";

/** The x with Iₓ(a, b) = p, for 0 < p < 1 and a, b ≥ 1, where ln Iₓ is concave and Newton's steps are safe. */
export function betaQuantile(p: number, a: number, b: number): number {
  const target = Math.log(p);
  const ascentAt = (x: number) => {
    const point = unitPoint(x);
    const logChance = logRegularisedBeta(point, a, b);
    const logDensity = logBetaKernel(point, a, b) - Math.log(point.x) - Math.log(point.rest);
    return { excess: logChance - target, slope: Math.exp(logDensity - logChance) };
  };
  return rootOf(ascentAt, { lo: 0, hi: 1 }, a / (a + b));
}

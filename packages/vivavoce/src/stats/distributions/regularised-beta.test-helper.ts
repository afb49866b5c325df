import { logRegularisedBeta } from "./incomplete-beta.ts";

/** The chance that Beta(a, b) is at most x. */
export function regularisedBeta(x: number, a: number, b: number): number {
  return Math.exp(logRegularisedBeta({ x, rest: 1 - x }, a, b));
}

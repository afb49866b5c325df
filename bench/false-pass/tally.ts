import { boundedMean, nonInferiorMean } from "vivavoce/stats";
import { mulberry32 } from "../../packages/vivavoce/src/base/random.ts";
import type { World } from "./worlds.ts";

/** Of how many comparisons was this true? */
export interface Tally {
  runs: number;
  pass: number;
  fail: number;
  /** The 95 % interval misses the true difference. */
  missesDifference: number;
  /** The 95 % interval of the new run's mean misses the true one; undefined where there is no population. */
  missesRate: number | undefined;
}

export function tally(world: World, margin: number, runs: number, seed: number): Tally {
  const random = mulberry32(seed);
  const counts = { runs, pass: 0, fail: 0, missesDifference: 0, missesRate: 0 };
  let hasRate = false;
  // Rounding may put the truth just beside an interval that ends in it.
  const misses = ({ lo, hi }: { lo: number; hi: number }, truth: number) => lo > truth + 1e-9 || hi < truth - 1e-9;
  for (let run = 0; run < runs; run += 1) {
    const { differences, after, clusters } = world.compare(random);
    const result = nonInferiorMean(differences, { margin, clusters });
    if (!result) continue;
    if (result.verdict === "pass") counts.pass += 1;
    if (result.verdict === "fail") counts.fail += 1;
    if (misses(result, -world.drop)) counts.missesDifference += 1;
    const rate = after && boundedMean(after, { clusters });
    if (!rate) continue;
    hasRate = true;
    if (misses(rate, world.rate - world.drop)) counts.missesRate += 1;
  }
  return { ...counts, missesRate: hasRate ? counts.missesRate : undefined };
}

/** How far a count is above the limit, in Monte Carlo errors: the standard error of a share that is just the limit. */
export function errorsAbove(limit: number, count: number, runs: number): number {
  return (count / runs - limit) / Math.sqrt((limit * (1 - limit)) / runs);
}

import { boundedMean, nonInferiorMean } from "vivavoce/stats";
import { mulberry32 } from "../../packages/vivavoce/src/base/random.ts";
import type { Comparison, World } from "./worlds.ts";

type Clusters = Comparison["clusters"];

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
  const compared = once((values, clusters) => nonInferiorMean(values, { margin, clusters }));
  const rated = once((values, clusters) => boundedMean(values, { clusters }));
  for (let run = 0; run < runs; run += 1) {
    const { differences, after, clusters } = world.compare(random);
    const result = compared(differences, clusters);
    if (!result) continue;
    if (result.verdict === "pass") counts.pass += 1;
    if (result.verdict === "fail") counts.fail += 1;
    if (misses(result, -world.drop)) counts.missesDifference += 1;
    const rate = after && rated(after, clusters);
    if (!rate) continue;
    hasRate = true;
    if (misses(rate, world.rate - world.drop)) counts.missesRate += 1;
  }
  return { ...counts, missesRate: hasRate ? counts.missesRate : undefined };
}

/** Most samples come more than once, in another order: what is computed of them is the same, and is computed once. */
function once<Result>(compute: (values: number[], clusters: Clusters) => Result): typeof compute {
  const known = new Map<string, Result>();
  return (values, clusters) => {
    const key = contentsOf(values, clusters);
    if (key === undefined) return compute(values, clusters);
    const result = known.get(key) ?? compute(values, clusters);
    known.set(key, result);
    return result;
  };
}

const fewValues = 50;

/** How often each value or cluster occurs, in one order; undefined where almost all of them differ, as scores do. */
function contentsOf(values: readonly number[], clusters: Clusters): string | undefined {
  const units = clusters === undefined ? values : clustersOf(values, clusters);
  const counts = new Map<number | string, number>();
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  if (counts.size > fewValues) return undefined;
  const told = [...counts].map(([unit, count]) => `${unit} × ${count}`);
  return told.sort().join();
}

function clustersOf(values: readonly number[], clusters: readonly string[]): string[] {
  const members = new Map<string, number[]>();
  for (const [index, name] of clusters.entries()) {
    const known = members.get(name);
    if (known) known.push(values[index] ?? 0);
    else members.set(name, [values[index] ?? 0]);
  }
  return [...members.values()].map((each) => each.sort().join(" "));
}

/** How far a count is above the limit, in Monte Carlo errors: the standard error of a share that is just the limit. */
export function errorsAbove(limit: number, count: number, runs: number): number {
  return (count / runs - limit) / Math.sqrt((limit * (1 - limit)) / runs);
}

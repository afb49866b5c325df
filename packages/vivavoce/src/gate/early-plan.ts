import { sha256 } from "../base/index.ts";

/**
 * The plan of a run that may stop early: its units (clusters, and cases without one) are played in a random order, so that
 * those played so far are a random sample of all.
 */
export interface EarlyPlan {
  seed: number;
  /** Of the whole plan, whether it was played or not. */
  cases: number;
  units: number;
  /** The most cases in one unit. */
  largest: number;
}

/** The unit that a case is played with. */
export function unitOf({ caseId, cluster }: { caseId: string; cluster?: string | undefined }): string {
  return JSON.stringify(cluster === undefined ? ["case", caseId] : ["cluster", cluster]);
}

/** Where a unit is in the random order: sort by this. It depends on the seed and the unit's name alone. */
export function rankOf(unit: string, { seed }: Pick<EarlyPlan, "seed">): string {
  return sha256(`${seed} ${unit}`);
}

/** The plan of these cases, all repeats and variants of each together. */
export function earlyPlan(cases: Iterable<{ caseId: string; cluster?: string | undefined }>, seed: number): EarlyPlan {
  const sizes = new Map<string, number>();
  for (const one of cases) sizes.set(unitOf(one), (sizes.get(unitOf(one)) ?? 0) + 1);
  let [count, largest] = [0, 1];
  for (const size of sizes.values()) {
    count += size;
    largest = Math.max(largest, size);
  }
  return { seed, cases: count, units: sizes.size, largest };
}

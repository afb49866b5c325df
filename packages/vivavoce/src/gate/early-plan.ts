import { sha256 } from "../base/index.ts";
import type { EarlyPlan } from "../shape/index.ts";

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

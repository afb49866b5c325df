import type { VariantSummary } from "../../gate/index.ts";
import { readSummaries } from "../../results/index.ts";
import type { Store, StoredRun, StoredSuite } from "../../store/index.ts";
import { Kept } from "./kept.ts";

const kept = new WeakMap<Store, Kept<VariantSummary[]>>();

/**
 * The sums of a suite. The store keeps those of a run that is over; those of one that is being played are computed once
 * for all views that show them. The run must be as it is in the store now.
 */
export function summariesOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<VariantSummary[]> {
  const summaries = kept.get(store) ?? new Kept<VariantSummary[]>(100);
  kept.set(store, summaries);
  return summaries.get(`${run.id} ${suite.position}`, run.updatedAt, () => readSummaries(store, run, suite));
}

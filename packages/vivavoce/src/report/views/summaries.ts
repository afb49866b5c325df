import { readSummaries } from "../../results/index.ts";
import type { StoredRun, StoredSuite, VariantSummary } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { KeptValues } from "./kept-values.ts";

const kept = new KeptValues<VariantSummary[]>(100);

/**
 * The sums of a suite. The store keeps those of a run that is over; those of one that is being played are computed once
 * for all views that show them. The run must be as it is in the store now.
 */
export function summariesOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<VariantSummary[]> {
  return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, () => readSummaries(store, run, suite));
}

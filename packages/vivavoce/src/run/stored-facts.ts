import { emptyTally, type GatePolicy, type RunFacts, trialStatuses } from "../gate/index.ts";
import type { Store, StoredSuite } from "../store/index.ts";
import { floorMeans } from "./read-results.ts";

/** What the gate decides on, of a suite in a stored run; the policy says whether means are needed. */
export async function storedFacts(
  store: Store,
  run: string,
  suite: StoredSuite,
  policy: GatePolicy,
): Promise<RunFacts> {
  const { counts, safetyHits } = await store.trials.tally(run, suite.position);
  const tally = emptyTally(suite.planned);
  for (const status of trialStatuses) {
    tally[status] = counts.get(status) ?? 0;
    tally.pending -= tally[status];
  }
  return { tally, safetyHits, means: await floorMeans(store, run, suite, policy) };
}

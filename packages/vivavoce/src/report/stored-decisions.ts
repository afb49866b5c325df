import { type Decision, decide, emptyTally, trialStatuses } from "../gate/index.ts";
import type { Store, StoredRun, StoredSuite } from "../store/index.ts";

/** What the gate said of a suite. */
export interface SuiteDecision extends Decision {
  suite: string;
}

/** Decides a stored run by the policies it was played under: for what is shown later. */
export async function storedDecisions(store: Store, run: StoredRun): Promise<SuiteDecision[]> {
  return Promise.all(run.suites.map((suite) => storedDecision(store, run.id, suite)));
}

async function storedDecision(store: Store, run: string, suite: StoredSuite): Promise<SuiteDecision> {
  const { counts, safetyHits } = await store.trials.tally(run, suite.position);
  const tally = emptyTally(suite.planned);
  for (const status of trialStatuses) {
    tally[status] = counts.get(status) ?? 0;
    tally.pending -= tally[status];
  }
  return { suite: suite.name, ...decide({ tally, safetyHits }, suite.header.gate) };
}

import { type Decision, decide } from "../gate/index.ts";
import { storedFacts } from "../run/index.ts";
import type { Store, StoredRun } from "../store/index.ts";

/** What the gate said of a suite. */
export interface SuiteDecision extends Decision {
  suite: string;
}

/** Decides a stored run again, by the policies it was played under, for reports that are written later. */
export async function storedDecisions(store: Store, run: StoredRun): Promise<SuiteDecision[]> {
  return Promise.all(
    run.suites.map(async (suite) => {
      const { gate } = suite.header;
      return { suite: suite.name, ...decide(await storedFacts(store, run.id, suite, gate), gate) };
    }),
  );
}

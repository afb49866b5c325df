import type { VariantResult } from "../gate/index.ts";
import type { Store } from "../store/index.ts";
import { readSuiteResults } from "./read-results.ts";

/** The results of a suite's finished runs, newest first; runs of stand-ins for the agent are left out. */
export async function pastResults(store: Store, suite: string, limit = 20): Promise<VariantResult[]> {
  const results: VariantResult[] = [];
  let runs = 0;
  for (const run of await store.runs.list()) {
    if (runs >= limit) break;
    if (run.finishedAt === undefined || run.header.options.agent !== undefined) continue;
    const ofSuite = run.suites.filter(({ name }) => name === suite);
    for (const stored of ofSuite) results.push(...(await readSuiteResults(store, run, stored)));
    if (ofSuite.length > 0) runs += 1;
  }
  return results;
}

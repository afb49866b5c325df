import type { Redactor } from "../base/index.ts";
import type { AnswerShelf } from "../model/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { type SuitePlan, suiteTrial } from "./plan.ts";
import { prepareMetrics } from "./prepare-metrics.ts";

/** Prepares each suite's metrics. A resumed run has their steps already, or has gone on without. */
export async function prepareSuites(
  planned: readonly SuitePlan[],
  { redactor, cache }: { redactor: Redactor; cache?: AnswerShelf | undefined },
  store: Store,
  resumed?: StoredRun,
) {
  const prepared = [];
  const { signal } = new AbortController();
  for (const plan of planned) {
    const address = { run: resumed?.id ?? "", suite: plan.position, trial: suiteTrial };
    const journal = resumed ? await store.calls.of(address) : [];
    const before = resumed?.suites.find(({ name }) => name === plan.loaded.suite.name)?.header.metrics;
    const settings = { journal, redactor, cache, signal, before, outage: "unscored", retry: false } as const;
    prepared.push(await prepareMetrics(plan, settings));
  }
  const failures = prepared.flatMap((suite) => Object.entries(suite.failures));
  return {
    plans: prepared.map(({ plan }) => plan),
    suiteCalls: prepared.map(({ records }) => records),
    failures: failures.map(([metric, reason]) => `${metric} will score nothing: ${reason}`),
  };
}

import type { Metric } from "../metric/index.ts";
import type { StoredSuite } from "../shape/index.ts";
import { type SuitePlan, suiteTrial } from "./plan.ts";
import { type PreparedPlan, prepareMetrics } from "./prepare-metrics.ts";
import type { ScoreSettings } from "./score-settings.ts";

/** A scoring's calls for a whole suite are kept separately from those of the run. */
const scoringPass = 2;

/**
 * Gives the metrics the steps that the run had. The judge is asked only for steps that are new, or that an outage left
 * out. Its answers are kept, so that an interrupted scoring goes on with the same steps.
 */
export async function prepareScoring(
  plan: SuitePlan,
  { header }: StoredSuite,
  { store, run, metrics, redactor, cache, abort }: ScoreSettings,
): Promise<PreparedPlan> {
  const isWanted = ({ name }: Metric) => metrics.length === 0 || metrics.includes(name);
  const wanted = plan.metrics.map((metric) => (isWanted(metric) ? metric : withoutPreparation(metric)));
  const address = { run: run.id, suite: plan.position, trial: suiteTrial };
  const journal = await store.trials.calls(address, scoringPass);
  const settings = { journal, redactor, cache, signal: abort, before: header.metrics, outage: "unscored" } as const;
  const prepared = await prepareMetrics({ ...plan, metrics: wanted }, settings);
  for (const record of prepared.records) await store.write({ type: "call", ...address, record, pass: scoringPass });
  return prepared;
}

function withoutPreparation({ prepare: _prepare, ...metric }: Metric): Metric {
  return metric;
}

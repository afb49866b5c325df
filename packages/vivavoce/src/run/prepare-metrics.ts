import { type Redactor, sentencesOf } from "../base/index.ts";
import { Unscored } from "../judge/index.ts";
import type { Metric } from "../metric/index.ts";
import { type AnswerShelf, ModelError } from "../model/index.ts";
import type { CallRecord, MetricHeader, StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { type Preparation, type SuitePlan, suiteTrial } from "./plan.ts";
import { keepSuiteTape, openSuiteTraffic } from "./suite-traffic.ts";
import { judgeOf } from "./trial/open.ts";

interface PrepareSettings {
  /** The answers that an interrupted attempt already has. */
  journal: readonly CallRecord[];
  redactor: Redactor;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: AnswerShelf | undefined;
  signal: AbortSignal;
  /** The metrics of the resumed run: its steps are used, whatever the judge is now. */
  before?: readonly MetricHeader[] | undefined;
  /**
   * What happens to a metric whose steps the judge does not make: "fail" gives up; "unscored" goes on without its
   * scores, so that an outage of the judge does not stop the exam.
   */
  outage: "fail" | "unscored";
  /** False: steps that could not be made before are not asked for again. */
  retry?: boolean | undefined;
}

/** A plan whose metrics have their evaluation steps, and the calls that were made for them. */
export interface PreparedPlan {
  plan: SuitePlan;
  records: readonly CallRecord[];
  /** Why metrics will score nothing, by their names. */
  failures: Readonly<Record<string, string>>;
}

/** Prepares every metric once a suite, for example with evaluation steps. Most suites need no call. */
export async function prepareMetrics(plan: SuitePlan, settings: PrepareSettings): Promise<PreparedPlan> {
  const preparations: Record<string, Preparation> = {};
  const failures: Record<string, string> = {};
  const failed = new Map<string, unknown>();
  const known = plan.metrics.map((metric) => (metric.prepare ? keptFrom(metric, settings) : metric));
  const open = known.includes(undefined) ? await openSuiteTraffic(plan, settings) : undefined;
  const metrics: Metric[] = [];
  for (const [index, metric] of plan.metrics.entries()) {
    const from = metric.identity.hash;
    const ready = known[index] ?? (await prepared(metric, open?.traffic, settings));
    if (metric.prepare) preparations[metric.name] = { from };
    if ("failure" in ready) {
      failures[metric.name] = ready.failure;
      if (ready.error !== undefined) failed.set(metric.name, ready.error);
      preparations[metric.name] = { from, failure: ready.failure };
    }
    metrics.push("failure" in ready ? unprepared(metric, ready.failure) : ready);
  }
  if (open) await keepSuiteTape(plan, open, failed);
  return { plan: { ...plan, metrics, preparations }, records: open?.made ?? [], failures };
}

interface Failed {
  failure: string;
  error?: unknown;
}

/** The metric as an earlier part of the same run prepared it, if it is still the same metric. */
function keptFrom(metric: Metric, { before = [], retry = true }: PrepareSettings): Metric | Failed | undefined {
  const header = before.find(({ name }) => name === metric.name);
  if (header?.preparedFrom !== metric.identity.hash) return undefined;
  if (header.unprepared !== undefined) return retry ? undefined : { failure: header.unprepared };
  return header.steps && metric.withSteps?.(header.steps);
}

async function prepared(
  metric: Metric,
  traffic: Parameters<typeof judgeOf>[0] | undefined,
  { signal, outage }: PrepareSettings,
): Promise<Metric | Failed> {
  if (!metric.prepare || !traffic) return metric;
  try {
    return await metric.prepare(judgeOf(traffic, { repeat: 1, signal }));
  } catch (error) {
    if (outage === "fail" || !isOutage(error)) throw error;
    return { failure: `the judge could not make its evaluation steps: ${sentencesOf(error)}`, error };
  }
}

/** Neither a missing or differing tape, which is a fault of the recording, nor a cancellation counts as an outage. */
function isOutage(error: unknown): boolean {
  if (Unscored.is(error)) return true;
  return ModelError.is(error) && !["no-tape", "tape-differs", "cancelled"].includes(error.failure);
}

/** A metric without its steps would be a different metric, so it scores nothing and waits for a later scoring. */
function unprepared({ prepare: _prepare, withSteps: _withSteps, ...metric }: Metric, reason: string): Metric {
  const { name, judged, gating } = metric;
  return { ...metric, score: async () => ({ metric: name, judged, gating, status: "unscored", reason }) };
}

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

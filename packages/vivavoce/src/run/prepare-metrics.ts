import { type Redactor, sentencesOf } from "../base/index.ts";
import { Unscored, withParameterFallback } from "../judge/index.ts";
import type { Metric } from "../metric/index.ts";
import {
  type AnswerShelf,
  type FailedCall,
  liveTraffic,
  ModelError,
  missingOf,
  replayTraffic,
  type Tape,
  type Traffic,
  trialCache,
} from "../model/index.ts";
import type { CallRecord, MetricHeader, StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { chooseVariants } from "../suite/index.ts";
import { type SuitePlan, suiteTrial } from "./plan.ts";
import { judgeOf, settled } from "./trial/open.ts";

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
interface PreparedPlan {
  plan: SuitePlan;
  records: readonly CallRecord[];
  /** Why metrics will score nothing, by their names. */
  failures: Readonly<Record<string, string>>;
}

/** Prepares every metric once a suite, for example with evaluation steps. Most suites need no call. */
export async function prepareMetrics(plan: SuitePlan, settings: PrepareSettings): Promise<PreparedPlan> {
  const preparations: Record<string, { from: string; failure?: string }> = {};
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

/** The traffic of calls made once a suite, and the tape it had before. */
interface SuiteTraffic {
  traffic: Traffic;
  tape: Tape | undefined;
  /** When it began, if the judge is really asked. */
  startedAt?: string;
  /** The calls that were really made. */
  made: readonly CallRecord[];
}

/**
 * Live, or from the suite's tape. While recording, the same question is not asked again if the tape has an answer: the
 * recordings of all cases depend on these answers.
 */
async function openSuiteTraffic(
  plan: SuitePlan,
  { journal, redactor, cache }: { journal: readonly CallRecord[]; redactor: Redactor; cache?: AnswerShelf | undefined },
): Promise<SuiteTraffic> {
  const { models, mode } = plan;
  const tape = mode.kind === "live" ? undefined : await findTape(plan);
  if (mode.kind === "replay" || (mode.kind === "record" && mode.onlyMissing && tape && !tape.failures)) {
    if (!tape) throw noSteps(plan);
    const replay = replayTraffic({ tape, modelId: () => models.id("judge"), redactor });
    return { traffic: settled(replay, models), tape, made: [] };
  }
  const made: CallRecord[] = [];
  const live = liveTraffic({
    modelFor: () => withParameterFallback(models.open("judge")),
    redactor,
    onRecord: (record) => void made.push(record),
    journal: journal.length > 0 ? journal : (tape?.records ?? []),
    cache: cache ? trialCache(cache, { suite: plan.loaded.suite.name }) : undefined,
    serverOf: () => models.server("judge"),
  });
  return { traffic: settled(live, models), tape, startedAt: live.startedAt(), made };
}

/**
 * Puts the calls on the tape of every recorded variant; a tape that has them already stays as it is. For a metric whose
 * steps were not made, only the reason is kept, so that its judge is asked again when the tape is completed.
 */
async function keepSuiteTape(
  plan: SuitePlan,
  { traffic, tape, startedAt, made }: SuiteTraffic,
  failed: ReadonlyMap<string, unknown>,
): Promise<void> {
  if (plan.mode.kind !== "record") return;
  const isNew = tape === undefined || made.length > 0 || failed.size > 0;
  const records = traffic.records().filter(({ label }) => !failed.has(label));
  const failures = [...failed].map(
    ([label, error]): FailedCall => ({ role: "judge", label, index: 0, missing: missingOf(error) }),
  );
  const kept: Tape = isNew ? { origin: "recorded", repeat: 1, startedAt, records, failures } : tape;
  for (const { variant } of plan.variants) {
    if (isNew || !(await plan.cassette.readSuite(variant))) await plan.cassette.writeSuite(variant, kept);
  }
}

/** The tape of the first chosen variant that has one, or of any other: steps do not depend on the agent's variant. */
async function findTape({ cassette, variants, loaded }: SuitePlan): Promise<Tape | undefined> {
  const { variants: offered = {} } = loaded.suite;
  for (const variant of [...variants.map((chosen) => chosen.variant), ...chooseVariants(offered, offered)]) {
    const tape = await cassette.readSuite(variant);
    if (tape) return tape;
  }
  return undefined;
}

function noSteps({ loaded, mode }: SuitePlan): ModelError {
  const key = mode.kind === "replay" ? mode.missingKey : undefined;
  const pin = "Pin them with `viva steps --write`, give them in the suite, or record with --record.";
  return new ModelError({
    failure: "no-tape",
    message: `suite ${loaded.suite.name} has metrics that need evaluation steps, but no recording of the steps${key ? `; ${key} is not set` : ""}`,
    remedy: key ? `Set ${key}, or do this where it is set: ${pin}` : pin,
  });
}

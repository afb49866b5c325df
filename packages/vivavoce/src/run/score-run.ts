import { InputError, type Problem, VivaError } from "../base/index.ts";
import type { Metric } from "../metric/index.ts";
import { ownClient } from "../model/index.ts";
import { closeNetwork } from "../network/index.ts";
import { readSummaries } from "../results/index.ts";
import type { StoredRun, StoredSuite, SuiteHeader, VariantSummary } from "../shape/index.ts";
import { Budget } from "./budget.ts";
import { claimRun, keepAlive } from "./claim-run.ts";
import { scoredCode, scoringCode, versionDifferences } from "./header-differences.ts";
import { caseIndexes, type SuitePlan, suiteTrial } from "./plan.ts";
import { prepareMetrics } from "./prepare-metrics.ts";
import { runSchedule } from "./schedule.ts";
import { suiteHeader } from "./suite-header.ts";
import { type ScoreSettings, scoreTrial } from "./trial/rescore.ts";
import { Unsynced } from "./unsynced.ts";

export interface ScoredSuite {
  plan: SuitePlan;
  /** Why metrics could score nothing, and which versions, of packages or of Node, are not those that played it. */
  warnings: string[];
  /** Trials that got new scores. */
  scored: number;
  /** The summaries that the gate decides on, after this scoring. */
  summaries: VariantSummary[];
  /** Whether the cost limit left something unscored. */
  budgetExhausted: boolean;
}

/** Another process is working on the run. */
class ScoreRefused extends VivaError {
  override readonly name = "ScoreRefused";
}

/** Scores stored transcripts. The agent is never called; scores are appended, never overwritten. */
export async function scoreRun(settings: ScoreSettings): Promise<ScoredSuite[]> {
  const { store, run, plans } = settings;
  await refuseChanges(settings);
  const busy = await claimRun(store, run.id);
  if (busy) throw new ScoreRefused(busy);
  const heartbeat = keepAlive(store, run.id);
  const stop = AbortSignal.any([settings.stop, heartbeat.lost]);
  const abort = AbortSignal.any([settings.abort, heartbeat.lost]);
  let finished = run.finishedAt !== undefined;
  try {
    const suites: ScoredSuite[] = [];
    const budget = new Budget(settings.maxCost);
    for (const plan of plans) {
      const reopen = closeNetwork(plan.network);
      suites.push(await scoreSuite(plan, { ...settings, stop, abort }, budget).finally(reopen));
    }
    finished = suites.every(({ summaries }) => summaries.every(({ tally }) => tally.pending === 0));
    return suites;
  } finally {
    heartbeat.end();
    // If the store has failed, this fails too: the first error is the one to report.
    await store.runs.release(run.id, finished).catch(() => {});
  }
}

/** In the place of the hash of the code, if not all scores were given by the same. */
const severalCodes = "several";

async function scoreSuite(planned: SuitePlan, settings: ScoreSettings, budget: Budget): Promise<ScoredSuite> {
  const { store, run, stop } = settings;
  const before = storedSuite(run, planned);
  const { plan, failures } = await prepareScoring(planned, before, settings);
  const indexes = caseIndexes(plan);
  const code = scoringCode(
    plan,
    plan.variants.map(({ identity }) => identity),
  );
  // Nobody played given transcripts, so it is not known which code has scored them.
  const isGiven = run.header.given !== undefined;
  const hasChanged = !isGiven && scoredCode(before.header) !== code;
  const isOtherCode = isGiven || hasChanged;
  const scoredBy = (hash: string) => (hasChanged ? { scoredBy: hash } : {});
  // Written first: a scoring that is killed leaves scores of both codes.
  const begun = { ...before, header: { ...before.header, ...scoredBy(severalCodes) } };
  if (begun.header.scoredBy !== before.header.scoredBy) await store.runs.describe(run.id, [begun]);
  let scored = 0;
  let cutShort = false;
  const unsynced = new Unsynced();
  await runSchedule({
    items: store.trials.toScore(run.id, plan.position),
    concurrency: settings.concurrency,
    stopped: () => unsynced.failed || stop.aborted,
    work: async (stored) => {
      const caseIndex = indexes.get(stored.caseId);
      // The case may be gone only if an outage ended the trial, which then has nothing to score.
      if (caseIndex === undefined) return;
      const { outcome, synced } = await scoreTrial(
        plan,
        { ...stored, caseIndex },
        { ...settings, isOtherCode },
        budget,
      );
      if (outcome === "unaffordable") cutShort = true;
      if (synced === undefined) return;
      await unsynced.add(synced, () => {
        if (outcome !== "scored") return;
        scored += 1;
        settings.onScored?.(scored);
      });
    },
  });
  await unsynced.settled();
  await store.flush();
  // An interrupted scoring leaves old and new scores: all else in the header changes when the last old one is replaced.
  const isWhole = !stop.aborted && !cutShort;
  const { header, ...rescored } = isWhole ? rescoredSuite(begun, plan, settings.metrics) : begun;
  // Second plays have shown nothing about scores that did not exist then.
  const scoring =
    scored === 0
      ? {}
      : { variants: header.variants.map(({ tried: _tried, ...variant }) => variant), ...askedWhere(header, plan) };
  const isByAll = isWhole && settings.metrics.length === 0;
  const after = { ...rescored, header: { ...header, ...scoring, ...(isByAll ? scoredBy(code) : {}) } };
  await store.runs.describe(run.id, [after]);
  const summaries = await readSummaries(store, run, after);
  const warnings = Object.entries(failures).map(([metric, reason]) => `${metric} scored nothing: ${reason}`);
  warnings.push(...otherVersions(run, before, plan));
  return { plan, warnings, scored, summaries, budgetExhausted: cutShort };
}

/** A judge's server is no longer known if scores were added by another one, or from a recording. */
function askedWhere({ servers }: Omit<SuiteHeader, "metrics">, { mode, models }: SuitePlan): Partial<SuiteHeader> {
  if (!servers) return {};
  const plays = (role: string) => role === "agent" || role === "user" || role === ownClient;
  const isHere = (role: string, url: string) => mode.kind !== "replay" && models.servers[role] === url;
  const kept = Object.entries(servers).filter(([role, url]) => plays(role) || isHere(role, url));
  return { servers: Object.fromEntries(kept) };
}

function otherVersions({ header: { node, given } }: StoredRun, { name, header }: StoredSuite, { sources }: SuitePlan) {
  const [was, is] = [header.sources?.packages, sources?.packages];
  const sides = ["when it was played", "here"] as const;
  const versions = { Node: process.versions.node };
  const differing = [...versionDifferences(was, is, sides), ...versionDifferences({ Node: node }, versions, sides)];
  return given || differing.length === 0 ? [] : [`${name} is scored with other versions: ${differing.join("; ")}`];
}

/** Before anything is scored: every suite must be the one that was played, and every case as it was. */
export async function refuseChanges({
  store,
  run,
  plans,
}: Pick<ScoreSettings, "store" | "run" | "plans">): Promise<void> {
  const problems = new Map<string, Problem>();
  for (const plan of plans) {
    storedSuite(run, plan);
    const indexes = caseIndexes(plan);
    for await (const { caseId, caseHash, outcome } of store.trials.summaries(run.id, plan.position)) {
      const index = indexes.get(caseId);
      if (outcome === "infrastructure" || (index !== undefined && plan.cases.hash(index) === caseHash)) continue;
      problems.set(`${plan.position} ${caseId}`, changedCase(caseId, plan, run.id));
    }
  }
  if (problems.size > 0) throw new InputError([...problems.values()]);
}

export function storedSuite(run: StoredRun, { position, loaded }: SuitePlan): StoredSuite {
  const stored = run.suites.find((suite) => suite.position === position);
  if (stored?.name === loaded.suite.name) return stored;
  throw new InputError({
    message: `run ${run.id} holds ${stored?.name ?? "no suite"} at the place of suite ${loaded.suite.name}`,
    place: { file: loaded.file },
    remedy: "Restore the suite's name, or play it again: viva run.",
  });
}

function changedCase(caseId: string, { loaded }: SuitePlan, run: string): Problem {
  return {
    message: `case ${caseId} was changed or removed after run ${run} played it, so its transcript cannot be scored`,
    place: { file: loaded.file },
    remedy: "Play it again: viva run.",
  };
}

/** A stored suite as it is once metrics have scored it again: `scored` names them, empty means all. Others stay. */
function rescoredSuite(before: StoredSuite, plan: SuitePlan, scored: readonly string[]): StoredSuite {
  const now = suiteHeader(plan, "").header.metrics;
  const kept = new Map(before.header.metrics.map((metric) => [metric.name, metric]));
  const isNew = (name: string) => scored.length === 0 || scored.includes(name);
  const current = now.flatMap((metric) => (isNew(metric.name) ? metric : (kept.get(metric.name) ?? [])));
  // A metric that the suite no longer has is still shown, but no longer decides.
  const gone = before.header.metrics
    .filter(({ name }) => !now.some((metric) => metric.name === name))
    .map((metric) => ({ ...metric, gating: false }));
  const models = scored.length === 0 ? withJudges(before.header.models, plan) : before.header.models;
  return { ...before, header: { ...before.header, metrics: [...current, ...gone], models } };
}

function withJudges(before: SuiteHeader["models"], { models }: SuitePlan): SuiteHeader["models"] {
  const others = typeof before === "object" && before !== null ? before : {};
  const judges = Object.keys(models.choices).filter((name) => name !== "agent" && name !== "user");
  return { ...others, ...Object.fromEntries(judges.map((name) => [name, models.id(name)])) };
}

/** A scoring's calls for a whole suite are kept separately from those of the run. */
const scoringPass = 2;

/**
 * Gives the metrics the steps that the run had. The judge is asked only for steps that are new, or that an outage left
 * out. Its answers are kept, so that an interrupted scoring goes on with the same steps.
 */
async function prepareScoring(
  plan: SuitePlan,
  { header }: StoredSuite,
  { store, run, metrics, redactor, cache, abort }: ScoreSettings,
): ReturnType<typeof prepareMetrics> {
  const isWanted = ({ name }: Metric) => metrics.length === 0 || metrics.includes(name);
  const wanted = plan.metrics.map((metric) => (isWanted(metric) ? metric : withoutPreparation(metric)));
  const address = { run: run.id, suite: plan.position, trial: suiteTrial };
  const journal = await store.calls.of(address, scoringPass);
  const settings = { journal, redactor, cache, signal: abort, before: header.metrics, outage: "unscored" } as const;
  const prepared = await prepareMetrics({ ...plan, metrics: wanted }, settings);
  for (const record of prepared.records) await store.write({ type: "call", ...address, record, pass: scoringPass });
  return prepared;
}

function withoutPreparation({ prepare: _prepare, ...metric }: Metric): Metric {
  return metric;
}

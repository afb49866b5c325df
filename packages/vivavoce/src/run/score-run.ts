import { InputError, type Redactor } from "../base/index.ts";
import { count, emptyTally, type Tally, trialStatus } from "../gate/index.ts";
import type { Score } from "../metric/index.ts";
import type { CallRecord } from "../model/index.ts";
import type { Store, StoredRun, StoredTrial } from "../store/index.ts";
import { judgeOf } from "./judge-of.ts";
import { metricIdentity } from "./metric-identity.ts";
import { type PlannedTrial, plannedTrials, type SuitePlan } from "./plan.ts";
import { openTraffic } from "./play-trial.ts";
import { isSafetyHit } from "./run-trial.ts";
import { runSchedule } from "./schedule.ts";
import { scoreTranscript } from "./score-transcript.ts";

export interface ScoreSettings {
  store: Store;
  run: StoredRun;
  plans: readonly SuitePlan[];
  /** "pending": what has no valid score yet; "all": every transcript anew. */
  which: "pending" | "all";
  /** Names of metrics; empty: all. */
  metrics: readonly string[];
  redactor: Redactor;
  concurrency: number;
  stop: AbortSignal;
  abort: AbortSignal;
  onScored?(done: number): void;
}

export interface ScoredSuite {
  plan: SuitePlan;
  /** Trials that got new scores. */
  scored: number;
  tally: Tally;
  safetyHits: number;
}

/** Scores stored transcripts. The agent is never called; scores are appended, never overwritten. */
export async function scoreRun(settings: ScoreSettings): Promise<ScoredSuite[]> {
  const suites: ScoredSuite[] = [];
  for (const plan of settings.plans) suites.push(await scoreSuite(plan, settings));
  await settings.store.flush();
  const finished = suites.every(({ tally }) => tally.pending === 0);
  await settings.store.runs.release(settings.run.id, finished);
  return suites;
}

async function scoreSuite(plan: SuitePlan, settings: ScoreSettings): Promise<ScoredSuite> {
  const { store, run, stop } = settings;
  const planned = new Map([...plannedTrials(plan)].map((trial) => [trial.key, trial]));
  let scored = 0;
  await runSchedule<StoredTrial>({
    items: store.trials.read(run.id, plan.position),
    concurrency: settings.concurrency,
    stopped: () => stop.aborted,
    work: async (stored) => {
      if (stored.transcript.outcome.kind === "infrastructure") return;
      const trial = planned.get(stored.trial);
      if (!trial || trial.caseHash !== stored.caseHash) throw changedCase(stored, run.id);
      if (await scoreTrial(plan, trial, stored, settings)) settings.onScored?.(++scored);
    },
  });
  const { counts, safetyHits } = await store.trials.tally(run.id, plan.position);
  const tally = emptyTally(run.suites.find(({ position }) => position === plan.position)?.planned ?? plan.planned);
  for (const [status, many] of counts) for (let index = 0; index < many; index++) count(tally, status);
  return { plan, scored, tally, safetyHits };
}

async function scoreTrial(plan: SuitePlan, trial: PlannedTrial, stored: StoredTrial, settings: ScoreSettings) {
  const { store, run, redactor, abort } = settings;
  const wanted = plan.metrics.filter((metric) => isWanted(metric.name, stored, settings));
  if (wanted.length === 0) return false;
  const address = { run: run.id, suite: plan.position, trial: stored.trial };
  const pass = (await store.trials.passes(address)) + 1;
  const onRecord = (record: CallRecord) => void store.write({ type: "call", ...address, record, pass });
  const journal = await store.trials.calls(address, pass);
  const around = { redactor, seed: 1, timeoutMs: undefined, signal: abort, journal, onRecord };
  const { traffic } = await openTraffic(plan, trial, around);
  const testCase = await plan.cases.read(trial.caseIndex);
  const judge = judgeOf(traffic, { repeat: stored.repeat, signal: abort });
  const fresh = await scoreTranscript(wanted, stored.transcript, testCase, judge);
  if (abort.aborted) return false;
  const merged = merge(plan, stored.scores, fresh);
  const scores = fresh.map((score) => {
    return {
      score,
      identity: metricIdentity(
        plan,
        plan.metrics.findIndex(({ name }) => name === score.metric),
      ),
    };
  });
  const status = trialStatus(stored.transcript.outcome, merged);
  const safetyHit = merged.some((score) => isSafetyHit(plan, score));
  await store.write({ type: "scored", ...address, status, safetyHit, scores, pass });
  return true;
}

/** Pending is what a judge never answered and what a broken metric left: everything else has its score. */
function isWanted(name: string, stored: StoredTrial, { which, metrics }: ScoreSettings): boolean {
  if (metrics.length > 0 && !metrics.includes(name)) return false;
  if (which === "all") return true;
  const score = stored.scores.find(({ metric }) => metric === name);
  return score === undefined || score.status === "unscored" || score.status === "errored";
}

function merge(plan: SuitePlan, before: readonly Score[], fresh: readonly Score[]): Score[] {
  return plan.metrics.flatMap(({ name }) => {
    const score = [...fresh, ...before].find(({ metric }) => metric === name);
    return score ? [score] : [];
  });
}

function changedCase({ caseId }: StoredTrial, run: string): InputError {
  return new InputError({
    message: `case ${caseId} has changed or gone since run ${run} played it, so its transcript cannot be scored`,
    remedy: "Play it again: viva run.",
  });
}

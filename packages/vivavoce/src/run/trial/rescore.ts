import type { Redactor } from "../../base/index.ts";
import { inTrial } from "../../conversation/index.ts";
import { trialStatus } from "../../gate/index.ts";
import type { Metric } from "../../metric/index.ts";
import type { AnswerShelf } from "../../model/index.ts";
import { answersOf, type CallRecord, type Score, type StoredRun, spentOn } from "../../shape/index.ts";
import type { Store, TrialAddress, TrialToScore } from "../../store/index.ts";
import type { Budget } from "../budget.ts";
import { metricIdentity, type SuitePlan } from "../plan.ts";
import { type OpenTrial, openTrial } from "./open.ts";
import { isSpoiled } from "./play.ts";
import { scoresOf } from "./score.ts";
import { keepTape } from "./write.ts";

/** Which part of a run is scored, and by which metrics. */
export interface ScoreSettings {
  store: Store;
  run: StoredRun;
  /** One for each suite of the run. */
  plans: readonly SuitePlan[];
  /** "pending": only where these metrics and this judge have no valid score yet; "all": every transcript again. */
  which: "pending" | "all";
  /** Names of metrics; empty: all. */
  metrics: readonly string[];
  redactor: Redactor;
  /** Answers of earlier runs; left out: every call is made. */
  cache?: AnswerShelf | undefined;
  concurrency: number;
  /** US dollars that this scoring may cost. */
  maxCost?: number | undefined;
  stop: AbortSignal;
  abort: AbortSignal;
  onScored?(done: number): void;
}

/** A stored trial, what scored it before, and its case's position in the plan. */
type Trial = TrialToScore & { caseIndex: number };
/** The newest score of each metric for a trial. */
type Before = ReadonlyMap<string, { score: Score; identity: string }>;

/** How the scoring of one trial ended; "scored" if there is a valid score. */
interface RescoredTrial {
  outcome: "scored" | "unchanged" | "unaffordable";
  /** Resolves when the result is safe on disk: only then does it count. */
  synced?: Promise<void>;
}

/** What a scoring has been asked for, and whether the suite's code is other than when its metrics scored first. */
type TrialScoring = ScoreSettings & { isOtherCode: boolean };

/** Scores one stored transcript by the wanted metrics. */
export function scoreTrial(
  ...given: [plan: SuitePlan, trial: Trial, settings: TrialScoring, budget: Budget]
): Promise<RescoredTrial> {
  const { case: caseId, repeat } = given[1].transcript;
  return inTrial({ caseId, repeat }, () => scoreWanted(...given));
}

async function scoreWanted(
  plan: SuitePlan,
  trial: Trial,
  settings: TrialScoring,
  budget: Budget,
): Promise<RescoredTrial> {
  const { store, run, abort } = settings;
  const address = { run: run.id, suite: plan.position, trial: trial.trial };
  const { outcome } = trial.transcript;
  if (outcome.kind === "infrastructure" || isSpoiled(trial.transcript)) {
    const status = outcome.kind === "infrastructure" ? "errored" : "unscored";
    const settled = { type: "scored", ...address, status, scores: [], pass: 1 } as const;
    return { outcome: "unchanged", ...(trial.status === undefined && { synced: store.write(settled) }) };
  }
  const before = scoresBefore(trial);
  const wanted = plan.metrics.filter((metric, index) =>
    isWanted(metric, metricIdentity(plan, index), before, settings),
  );
  if (wanted.length === 0) return settle(plan, trial, before, settings);
  if (budget.exhausted && wanted.some(({ judged }) => judged)) return { outcome: "unaffordable" };
  const pass = trial.passes + 1;
  const account = budget.begin();
  const open = await openForJudge(plan, trial, settings, { ...address, pass, account });
  let fresh: Score[];
  try {
    fresh = await scoresOf(open, trial.transcript, wanted);
  } catch (error) {
    if (!abort.aborted) throw error;
    // After an interruption the trial stays as it was.
    fresh = [];
  } finally {
    account.end();
  }
  if (fresh.length > 0) await keepTape(open, trial.transcript, fresh);
  const scores = fresh
    .map((score) => {
      const position = plan.metrics.findIndex(({ name }) => name === score.metric);
      return { score, identity: metricIdentity(plan, position), position };
    })
    // If the judge cannot be reached, its earlier score of this transcript still holds. Code that breaks holds nothing.
    .filter(({ score, identity }) => isValid(score) || !score.judged || !isHeld(before.get(score.metric), identity));
  if (scores.length === 0) return { outcome: "unchanged" };
  const merged = merge(plan, before, new Map(scores.map(({ score }) => [score.metric, score])));
  const status = trialStatus(trial.transcript, merged);
  const records = open.traffic?.records() ?? [];
  const answers = records.length === 0 ? undefined : answersOf(records, { before: trial.answers });
  const synced = store.write({ type: "scored", ...address, status, answers, scores, pass });
  return { outcome: scores.some(({ score }) => isValid(score)) ? "scored" : "unchanged", synced };
}

function scoresBefore({ given }: Trial): Before {
  return new Map(given.map((one) => [one.score.metric, one]));
}

/**
 * Pending: this metric, with this judge, has no valid score for the trial yet. The identity of a metric does not cover the
 * code that it runs, so where that may have changed, what costs nothing is scored again.
 */
function isWanted(
  { name, judged }: Metric,
  identity: string,
  before: Before,
  { which, metrics, isOtherCode }: TrialScoring,
): boolean {
  if (metrics.length > 0 && !metrics.includes(name)) return false;
  if (isOtherCode && !judged) return true;
  return which === "all" || !isHeld(before.get(name), identity);
}

/** Whether there is a valid score of the same identity. */
function isHeld(before: { score: Score; identity: string } | undefined, identity: string): boolean {
  return before !== undefined && before.identity === identity && isValid(before.score);
}

/** A metric whose judge never answered, or that broke, has given no score. */
function isValid({ status }: Score): boolean {
  return status === "scored" || status === "skipped";
}

type Judged = Pick<OpenTrial, "plan" | "trial" | "testCase" | "judge" | "signal" | "live" | "replay"> &
  Partial<OpenTrial>;

/** The trial with its judge. Without a tape to replay it is a judge that only says so, since metrics by code need none. */
async function openForJudge(
  plan: SuitePlan,
  { caseIndex, caseId, variant, repeat, begun }: Trial,
  { store, redactor, cache, abort: signal }: ScoreSettings,
  { pass, account, ...address }: TrialAddress & { pass: number; account: ReturnType<Budget["begin"]> },
): Promise<Judged> {
  const onRecord = (record: CallRecord) => {
    account.add(spentOn(record));
    store.put({ type: "call", ...address, record, pass });
  };
  const testCase = await plan.cases.read(caseIndex);
  const journal = begun ? await store.calls.of(address, pass) : [];
  const context = { plan, trial: { caseId, variant, repeat }, redactor, cache, seed: 1, signal, journal, onRecord };
  try {
    return await openTrial(context, testCase);
  } catch (error) {
    const model = () => {
      throw error;
    };
    return { ...context, testCase, judge: { repeat, model } };
  }
}

/** Nothing has to be scored, but the deciding metrics may have changed: one may no longer be report-only. */
function settle(plan: SuitePlan, trial: Trial, before: Before, { store, run }: ScoreSettings): RescoredTrial {
  const status = trialStatus(trial.transcript, merge(plan, before, new Map()));
  if (status === trial.status) return { outcome: "unchanged" };
  const address = { run: run.id, suite: plan.position, trial: trial.trial };
  return { outcome: "scored", synced: store.write({ type: "scored", ...address, status, scores: [], pass: 1 }) };
}

/** Every metric's score after this scoring. A metric without a score leaves the trial unscored, not passed. */
function merge(plan: SuitePlan, before: Before, fresh: ReadonlyMap<string, Score>): Score[] {
  return plan.metrics.map(({ name, judged, gating }) => {
    const score = fresh.get(name) ?? before.get(name)?.score;
    // Today's suite says whether the metric decides.
    if (score) return { ...score, gating };
    return { metric: name, judged, gating, status: "unscored", reason: "it has not been scored yet" };
  });
}

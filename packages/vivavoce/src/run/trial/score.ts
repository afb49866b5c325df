import { deepFreeze, isPromise, jsonCopy, sentencesOf, timeLimit, unlessAborted } from "../../base/index.ts";
import { caseInForm, caseUnderFault } from "../../case/index.ts";
import { defaultLimits, Interrupted, variantFault } from "../../conversation/index.ts";
import type { Judge } from "../../judge/index.ts";
import { type Metric, onlyWatches, scoreSafely } from "../../metric/index.ts";
import { SuiteNetwork } from "../../network/index.ts";
import { allCalls, type Case, inFormOf, type Score, type Transcript } from "../../shape/index.ts";
import type { OpenTrial } from "./open.ts";
import { isSpoiled } from "./play.ts";

/** What scoring needs of a trial. A trial without traffic has a judge that says so. */
type Scorable = Pick<OpenTrial, "plan" | "testCase" | "judge" | "signal" | "replay">;

/**
 * A trial's scores by these metrics. After an interruption nothing is scored, so that the trial can be scored again, and a
 * metric that hangs is not waited for.
 */
export function scoresOf(
  open: Scorable,
  transcript: Transcript,
  metrics = open.plan.metrics,
): Score[] | Promise<Score[]> {
  if (transcript.outcome.kind === "infrastructure" || isSpoiled(transcript)) return [];
  const { plan, testCase, judge, signal, replay } = open;
  const limitMs = plan.loaded.suite.limits?.conversationMs ?? defaultLimits.conversationMs;
  const scoring = scoreTranscript(metrics, transcript, testCase, judge, plan.network, limitMs);
  if (isPromise(scoring))
    return unlessInterrupted(scoring, signal).then((scores) => scores.map((score) => unlessMissed(score, replay)));
  if (signal.aborted) throw new Interrupted();
  return scoring.map((score) => unlessMissed(score, replay));
}

/** If a metric's tape does not fit, its score does not count, even if the metric hid the error. */
function unlessMissed(score: Score, replay: OpenTrial["replay"]): Score {
  const miss = replay?.judgeMiss(score.metric);
  return !miss || score.status === "errored" ? score : errored(score, sentencesOf(miss));
}

function errored({ metric, judged, gating }: Pick<Score, "metric" | "judged" | "gating">, reason: string): Score {
  return { metric, judged, gating, status: "errored", reason };
}

async function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    const result = await unlessAborted(work, signal);
    if (!signal.aborted) return result;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  throw new Interrupted();
}

/**
 * Every metric's score of one transcript, in the metrics' order. A metric that throws is errored and does not affect the
 * others: their input cannot be changed. A conversation that the agent did not finish is not shown to a judge.
 */
export function scoreTranscript(
  metrics: readonly Metric[],
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
  connections = new SuiteNetwork(),
  limitMs = defaultLimits.conversationMs,
): Score[] | Promise<Score[]> {
  deepFreeze(transcript);
  Object.freeze(judge);
  // A copy, because the case's values may belong to the suite's code, which may change them.
  const ownCase = deepFreeze(caseInForm(jsonCopy(asked(testCase, transcript)), inFormOf(transcript)));
  const network = connections.scoring();
  const whole = (scores: Score[]) => {
    network.end();
    const isTold = !network.signal.aborted || scores.some(({ status }) => status === "errored");
    // It is not known which metric started the program whose connection was refused.
    return isTold ? scores : scores.map((score) => errored(score, sentencesOf(network.signal.reason)));
  };
  const isAlone = metrics.filter(({ judged }) => judged).length < 2;
  // The first judged score is waited for, so that a provider that has read the record need not read it for the others.
  let first: Promise<Score> | undefined;
  const scored = (metric: Metric) => {
    const score = () => scoreOne(metric, transcript, ownCase, { judge, limitMs, isAlone });
    if (metric.judged && first) return first.then(score, score);
    const given = score();
    if (metric.judged && isPromise(given)) first = given;
    return given;
  };
  const scores = network.within(() => metrics.map(scored));
  return scores.some(isPromise) ? Promise.all(scores).then(whole) : whole(scores as Score[]);
}

/** The expectations of a case whose tools were made to fail by --faults, not by the case itself. */
function asked(testCase: Case, transcript: Transcript): Case {
  const isDisturbed = !testCase.faults && variantFault(transcript.variant) !== undefined;
  const isHit =
    isDisturbed && allCalls(transcript).some(({ call }) => call.fault !== undefined && call.fault !== "slow");
  if (!isHit) return testCase;
  const { outcome, exchanges } = transcript;
  return caseUnderFault(testCase, {
    hungUp: outcome.kind === "completed" && outcome.ended?.by === "agent",
    quiet: exchanges.flatMap(({ number, quiet }) => (quiet ? [number] : [])),
  });
}

function scoreOne(
  metric: Metric,
  transcript: Transcript,
  testCase: Case,
  { judge, limitMs, isAlone }: { judge: Judge; limitMs: number; isAlone: boolean },
): Score | Promise<Score> {
  const { name, judged, gating } = metric;
  if (judged && transcript.outcome.kind === "agent-failed") {
    return { metric: name, judged, gating, status: "skipped", reason: "the agent did not finish the conversation" };
  }
  const watched = (score: Score): Score => (onlyWatches(metric, testCase) ? { ...score, watches: true } : score);
  const asked = timedJudge(judge, isAlone);
  const score = scoreSafely(metric, transcript, testCase, asked.judge);
  if (!isPromise(score)) return watched(score);
  const reason = `the metric gave no score within ${limitMs / 1_000} s, which is limits.conversationMs of the suite`;
  const late = errored({ metric: name, judged, gating }, reason);
  // Work that cannot be cancelled is no longer waited for.
  return new Promise((resolve, reject) => {
    const { stop } = timeLimit(limitMs, () => resolve(late), { uncounted: asked.waitedMs });
    score.then(stop, stop);
    score.then((given) => resolve(watched(given)), reject);
  });
}

/**
 * A judge, and for how long its answers have been waited for so far: models have limits of their own. What only one metric
 * asks is not marked for a provider to keep, which would cost more.
 */
function timedJudge(judge: Judge, isAlone: boolean): { judge: Judge; waitedMs(): number } {
  let pending = 0;
  let since = 0;
  let total = 0;
  const waitedMs = () => total + (pending > 0 ? performance.now() - since : 0);
  const begin = () => {
    if (pending++ === 0) since = performance.now();
  };
  const end = () => {
    if (--pending === 0) total += performance.now() - since;
  };
  const model: Judge["model"] = (metric, name) => {
    const its = judge.model(metric, name);
    const call: typeof its.call = (request, options) => {
      const answer = its.call(request, isAlone ? { ...options, shared: undefined } : options);
      begin();
      answer.then(end, end);
      return answer;
    };
    return { ...its, call };
  };
  return { judge: Object.freeze({ ...judge, model }), waitedMs };
}

import { deepFreeze, isPromise, jsonCopy, sentencesOf } from "../base/index.ts";
import { caseInForm, caseUnderFault } from "../case/index.ts";
import { variantFault } from "../conversation/index.ts";
import type { Judge } from "../judge/index.ts";
import { type Metric, onlyWatches, scoreSafely } from "../metric/index.ts";
import { SuiteNetwork } from "../network/index.ts";
import { allCalls, type Case, inFormOf, type Score, type Transcript } from "../shape/index.ts";

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
): Score[] | Promise<Score[]> {
  deepFreeze(transcript);
  Object.freeze(judge);
  // A copy, because the case's values may belong to the suite's code, which may change them.
  const ownCase = deepFreeze(caseInForm(jsonCopy(asked(testCase, transcript)), inFormOf(transcript)));
  const network = connections.scoring();
  const whole = (scores: Score[]) => {
    network.end();
    const isTold = !network.signal.aborted || scores.some(({ status }) => status === "errored");
    return isTold ? scores : scores.map((score) => refused(score, network.signal.reason));
  };
  const scores = network.within(() => metrics.map((metric) => scoreOne(metric, transcript, ownCase, judge)));
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

/** It is not known which metric started the program whose connection was refused. */
function refused({ metric, judged, gating }: Score, error: unknown): Score {
  return { metric, judged, gating, status: "errored", reason: sentencesOf(error) };
}

function scoreOne(metric: Metric, transcript: Transcript, testCase: Case, judge: Judge): Score | Promise<Score> {
  const { name, judged, gating } = metric;
  if (judged && transcript.outcome.kind === "agent-failed") {
    return { metric: name, judged, gating, status: "skipped", reason: "the agent did not finish the conversation" };
  }
  const watched = (score: Score): Score => (onlyWatches(metric, testCase) ? { ...score, watches: true } : score);
  const score = scoreSafely(metric, transcript, testCase, judge);
  return isPromise(score) ? score.then(watched) : watched(score);
}

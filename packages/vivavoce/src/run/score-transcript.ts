import { messageOf } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { Judge } from "../judge/index.ts";
import type { Metric, Score } from "../metric/index.ts";
import type { Transcript } from "../transcript/index.ts";

/**
 * Every metric's score of one transcript, in the metrics' order. One that throws is errored and touches no other;
 * a conversation that the agent did not finish is not taken to a judge.
 */
export function scoreTranscript(
  metrics: readonly Metric[],
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
): Promise<Score[]> {
  return Promise.all(metrics.map((metric) => scoreOne(metric, transcript, testCase, judge)));
}

async function scoreOne(metric: Metric, transcript: Transcript, testCase: Case, judge: Judge): Promise<Score> {
  const common = { metric: metric.name, judged: metric.judged, gating: metric.gating };
  if (metric.judged && transcript.outcome.kind === "agent-failed") {
    return { ...common, status: "skipped", reason: "the agent did not finish the conversation" };
  }
  try {
    return await metric.score(transcript, testCase, judge);
  } catch (error) {
    return { ...common, status: "errored", reason: messageOf(error) };
  }
}

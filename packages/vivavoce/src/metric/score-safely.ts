import { tooLargeToKeep } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { Judge } from "../judge/index.ts";
import { failingOnRefusal } from "../network/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { Score } from "./score.ts";
import { checkedScore } from "./score-checked.ts";
import { errorReason } from "./score-error.ts";
import type { Metric } from "./types.ts";

/** The score that a metric gives, whoever made it: one that throws or returns something else is errored. */
export async function scoreSafely(
  metric: Metric,
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
): Promise<Score> {
  const { name, judged, gating } = metric;
  try {
    // What a metric makes of a connection that was refused to it is not a score.
    const score = await failingOnRefusal(() => metric.score(transcript, testCase, judge));
    const size = tooLargeToKeep(score);
    if (size === undefined) return checkedScore(metric, score);
    return {
      metric: name,
      judged,
      gating,
      status: "errored",
      reason: `its score with all evidence takes ${size} score`,
    };
  } catch (error) {
    return { metric: name, judged, gating, status: "errored", reason: errorReason(error) };
  }
}

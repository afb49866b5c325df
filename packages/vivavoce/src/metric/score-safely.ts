import { decidePatterns, PatternBudget, tooLargeToKeep } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import type { Judge } from "../judge/index.ts";
import { failingOnRefusal } from "../network/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { Score } from "./score.ts";
import { checkedScore } from "./score-checked.ts";
import { errorReason } from "./score-error.ts";
import type { Metric } from "./types.ts";

/** One a trial, however many metrics score it. */
const budgets = new WeakMap<Transcript, PatternBudget>();

/**
 * The score that a metric gives, whoever made it: one that throws or returns something else is errored. Metrics decided
 * by code are asked again when another thread has decided their slow patterns.
 */
export async function scoreSafely(
  metric: Metric,
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
): Promise<Score> {
  const { name, judged, gating } = metric;
  const budget = budgets.get(transcript) ?? new PatternBudget();
  budgets.set(transcript, budget);
  try {
    // What a metric makes of a connection that was refused to it is not a score.
    const scoring = () => failingOnRefusal(() => metric.score(transcript, testCase, judge));
    const { result, undecided } = await decidePatterns(budget, scoring, { once: judged });
    const size = tooLargeToKeep(result);
    if (size !== undefined) {
      const reason = `its score with all evidence takes ${size} score`;
      return { metric: name, judged, gating, status: "errored", reason };
    }
    const score = checkedScore(metric, result);
    const holds = score.status === "skipped" || (score.status === "scored" && score.passed);
    if (undecided.length === 0 || !holds) return score;
    // A pattern that was not found might have been, and a ban that was kept might have been broken.
    const reason = `not decided: the pattern ${undecided.join(", ")} took too long`;
    return { metric: name, judged, gating, status: "unscored", reason };
  } catch (error) {
    return { metric: name, judged, gating, status: "errored", reason: errorReason(error) };
  }
}

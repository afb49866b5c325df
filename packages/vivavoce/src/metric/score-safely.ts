import { type Decided, decidePatterns, PatternBudget, tooLargeToKeep } from "../base/index.ts";
import type { Judge } from "../judge/index.ts";
import { failingOnRefusal } from "../network/index.ts";
import type { Case, Score, Transcript } from "../shape/index.ts";
import { checkedScore, giveScore } from "./score-checked.ts";
import { errorReason } from "./score-error.ts";
import type { Metric } from "./types.ts";

/** One for each trial, however many metrics score it. */
const budgets = new WeakMap<Transcript, PatternBudget>();

/**
 * The score of any metric; if the metric throws or returns something else, the score is errored. Metrics decided by code
 * run again once another thread has decided their slow patterns.
 */
export function scoreSafely(
  metric: Metric,
  transcript: Transcript,
  testCase: Case,
  judge: Judge,
): Score | Promise<Score> {
  const { name, judged, gating } = metric;
  const budget = budgets.get(transcript) ?? new PatternBudget();
  budgets.set(transcript, budget);
  const errored = (error: unknown): Score => {
    return { metric: name, judged, gating, status: "errored", reason: errorReason(error) };
  };
  const checked = ({ result, undecided }: Decided<unknown>): Score => {
    const size = tooLargeToKeep(result);
    if (size !== undefined) {
      const reason = `its score with all evidence takes ${size} score`;
      return { metric: name, judged, gating, status: "errored", reason };
    }
    const score = checkedScore(metric, result);
    const holds = score.status === "skipped" || (score.status === "scored" && score.passed);
    if (undecided.length === 0 || !holds) return score;
    // The undecided pattern could have matched, or could have broken a rule that looks kept.
    const reason = `not decided: the pattern ${undecided.join(", ")} took too long`;
    return { metric: name, judged, gating, status: "unscored", reason };
  };
  try {
    // A metric whose connection was refused has no score, whatever it returned.
    const scoring = () => failingOnRefusal(() => giveScore(metric, transcript, testCase, judge));
    const decided = decidePatterns(budget, scoring, { once: judged });
    return decided instanceof Promise ? decided.then(checked).catch(errored) : checked(decided);
  } catch (error) {
    return errored(error);
  }
}

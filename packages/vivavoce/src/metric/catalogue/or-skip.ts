import type { JudgedAnswer, JudgedItem, Outcome } from "../judged/definition.ts";
import { meanOfValues } from "../judged/judged-metric.ts";
import { type MetricResult, skipped } from "../result.ts";

/** Why a conversation has nothing to judge. */
export const nothingDone = "the agent neither said nor did anything";

/** The items, or, where there are none, why there is nothing to judge. */
export function itemsOr(reason: string, items: readonly JudgedItem[]): readonly JudgedItem[] | MetricResult {
  return items.length > 0 ? items : skipped(reason);
}

/** The mean of what the verdicts count; where none of them counts, why there is nothing to score. */
export function meanOr(reason: string): (answers: readonly JudgedAnswer[]) => Outcome {
  return (answers) => {
    const outcome = meanOfValues(answers);
    return "skip" in outcome ? { skip: reason } : outcome;
  };
}

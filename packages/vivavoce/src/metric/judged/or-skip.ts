import { saysWords } from "../../judge/index.ts";
import { callsOf, type Transcript } from "../../shape/index.ts";
import { type MetricResult, skipped } from "../result.ts";
import type { JudgedAnswer, JudgedItem, JudgedOutcome } from "./definition.ts";
import { meanOfValues } from "./judged-metric.ts";

/** Why a conversation has nothing to judge. */
export const nothingDone = "the agent neither said nor did anything";

/** Why a conversation has no words to judge; undefined if it has some. */
export function noWords({ exchanges }: Pick<Transcript, "exchanges">): string | undefined {
  if (exchanges.some(saysWords)) return undefined;
  return exchanges.some((exchange) => callsOf(exchange).length > 0)
    ? "the agent only called tools, and said nothing"
    : nothingDone;
}

/** The items, or why there is nothing to judge. */
export function itemsOr(reason: string, items: readonly JudgedItem[]): readonly JudgedItem[] | MetricResult {
  return items.length > 0 ? items : skipped(reason);
}

/** The mean over the verdicts that count, or why there is nothing to score. */
export function meanOr(reason: string): (answers: readonly JudgedAnswer[]) => JudgedOutcome {
  return (answers) => {
    const outcome = meanOfValues(answers);
    return "skip" in outcome ? { skip: reason } : outcome;
  };
}

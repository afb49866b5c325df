import { refuseUnknownOptions } from "../../known-options.ts";
import type { Metric } from "../../types.ts";
import type { JudgedEntry, JudgedItem } from "../definition.ts";
import { judgedMetric } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr, meanOr, nothingDone } from "../or-skip.ts";
import { heldExchanges } from "./exchange-items.ts";
import { checkGiven } from "./given.ts";
import { type GoalOptions, goalOf } from "./goal.ts";

const menu: readonly JudgedEntry[] = [
  { verdict: "done", meaning: "the task is fully done", value: 1 },
  { verdict: "partly", meaning: "an essential part of it is done, and another is not", value: 0.5 },
  { verdict: "not done", meaning: "nothing essential of it is done", value: 0, evidence: "required-or-absent" },
];
const noTask: JudgedEntry = { verdict: "no task", meaning: "the user asks for nothing at all", evidence: "none" };

/**
 * How far the task is done at the end: done 1, partly 0.5, not done 0. The task is the case's goal, or the suite's, or
 * else what the user asks for. Skipped if the user asks for nothing. One judge call.
 *
 * @example taskCompletion({ goal: "A table for two is booked for Friday at eight." })
 */
export function taskCompletion({ name = "taskCompletion", goal, ...options }: GoalOptions = {}): Metric {
  refuseUnknownOptions<GoalOptions>("taskCompletion", { goal, ...options }, { ...judgedOptions, goal: "text" });
  checkGiven(name, { goal });
  return judgedMetric({
    name,
    ...options,
    instructions:
      "The item names the task of the conversation. Decide how far it is done at the end, by what the agent said, by tool calls that went through, and by what changed in the world. That the agent says something is done is not enough where tool calls or the world show otherwise. How well it went about it, and how long it took, does not matter here.",
    menu,
    world: "before-and-after",
    items: (transcript, testCase) =>
      itemsOr(nothingDone, heldExchanges(transcript).length === 0 ? [] : [taskItem(goalOf(testCase, goal))]),
    formula: meanOr("the user asked for nothing"),
    parts: { goal, noTask },
  });
}

function taskItem(goal: string | undefined): JudgedItem {
  if (goal !== undefined) return { id: "task", text: goal };
  return {
    id: "task",
    text: "All that the user asks for in this conversation, taken together.",
    menu: [...menu, noTask],
  };
}

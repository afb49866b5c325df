import { evidenceFor, sentencesOf } from "../../../judge/index.ts";
import type { Case } from "../../../shape/index.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import type { JudgedEntry, JudgedItem, JudgedOptions } from "../definition.ts";
import { heldExchanges, itemsOr, meanOr, nothingDone } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";
import { checkOwn } from "../options.ts";

/** Options of the metrics that look at the user's goal. */
export interface GoalOptions extends JudgedOptions {
  /** The wanted outcome. A case's own `expect.goal`, or the goal of its simulated user, replaces it. */
  goal?: string | undefined;
}

/** The case's own goal, the goal of its simulated user, or the goal of the suite. */
export function goalOf({ expect, user }: Case, usual: string | undefined): string | undefined {
  return expect.goal ?? user?.goal ?? usual;
}

/**
 * Which parts of a stated goal hold at the end, sentence by sentence. What happened counts, not what the agent says about
 * it. Value: reached / sentences that set a goal. Skipped if no goal is given. One judge call.
 *
 * @example goalAccuracy({ goal: "The Garden project is archived. The Kitchen project is as it was." })
 */
export function goalAccuracy({ name = "goalAccuracy", goal, ...options }: GoalOptions = {}): Metric {
  checkOwn<GoalOptions>("goalAccuracy", name, { goal }, options, { goal: "text" });
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a part of the goal that the conversation should reach. Decide whether it holds at the end. What counts is the outcome: what tool calls did, what changed in the world, and, where the goal is that the user learns something, what the agent said. That the agent says something was done does not show that it was done. Where a part asks that something stays as it was, it is reached when that is so.",
    menu: [
      {
        verdict: "reached",
        meaning: "this part of the goal holds at the end",
        value: 1,
      },
      {
        verdict: "not reached",
        meaning: "it does not hold, or only in part",
        value: 0,
        evidence: "required-or-absent",
      },
      { verdict: "no goal", meaning: "the sentence sets no goal: it is background or a remark", evidence: "none" },
    ],
    evidence: "required-or-absent",
    world: "before-and-after",
    items(transcript, testCase) {
      const text = goalOf(testCase, goal);
      if (text === undefined) {
        return skipped(`no goal is given: put it into the case (expect.goal) or into ${name}({ goal })`);
      }
      if (heldExchanges(transcript).length === 0) return skipped(nothingDone);
      const parts = sentencesOf(text).map((sentence, index) => ({
        ...{ id: `g${index + 1}`, text: sentence },
        ...evidenceFor(sentence),
      }));
      return itemsOr("the goal says nothing", parts);
    },
    formula: meanOr("nothing in the goal can be reached"),
    parts: { goal },
  });
}

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
  checkOwn<GoalOptions>("taskCompletion", name, { goal }, options, { goal: "text" });
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

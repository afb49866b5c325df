import { evidenceFor, sentencesOf } from "../../../judge/index.ts";
import { refuseUnknownOptions } from "../../known-options.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import { judgedMetric } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr, meanOr, nothingDone } from "../or-skip.ts";
import { heldExchanges } from "./exchange-items.ts";
import { checkGiven } from "./given.ts";
import { type GoalOptions, goalOf } from "./goal.ts";

/**
 * Which parts of a stated goal hold at the end, sentence by sentence. What happened counts, not what the agent says about
 * it. Value: reached / sentences that set a goal. Skipped if no goal is given. One judge call.
 *
 * @example goalAccuracy({ goal: "The Garden project is archived. The Kitchen project is as it was." })
 */
export function goalAccuracy({ name = "goalAccuracy", goal, ...options }: GoalOptions = {}): Metric {
  refuseUnknownOptions<GoalOptions>("goalAccuracy", { goal, ...options }, { ...judgedOptions, goal: "text" });
  checkGiven(name, { goal });
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

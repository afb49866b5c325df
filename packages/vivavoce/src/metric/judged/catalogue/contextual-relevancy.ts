import { type Item, sentencesOf } from "../../../judge/index.ts";
import { refuseUnknownOptions } from "../../known-options.ts";
import type { Metric } from "../../types.ts";
import { judgedMetric } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr, meanOr } from "../or-skip.ts";
import { type ContextOptions, contextsOf, noContexts } from "./contexts.ts";
import { checkGiven } from "./given.ts";

/**
 * How much of what was retrieved has to do with what the user asks: relevant sentences of the contexts / their
 * sentences that say something. Skipped if there are no contexts. One judge call.
 *
 * @example contextualRelevancy({ tool: "search_handbook" })
 */
export function contextualRelevancy({ name = "contextualRelevancy", tool, ...options }: ContextOptions = {}): Metric {
  refuseUnknownOptions<ContextOptions>("contextualRelevancy", { tool, ...options }, { ...judgedOptions, tool: "text" });
  checkGiven(name, { tool });
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a sentence of a text that was retrieved for the conversation: c2.3 is the third of the second text, and all sentences of a text stand in order. Decide whether it is relevant: whether it has to do with something that the user asks. Read it together with the sentences around it. What the agent made of it does not matter here.",
    menu: [
      { verdict: "relevant", meaning: "it has to do with something that the user asks", value: 1 },
      { verdict: "not relevant", meaning: "it does not", value: 0 },
      { verdict: "says nothing", meaning: "it is no statement: a heading, a page number, a fragment" },
    ],
    evidence: "none",
    items: (transcript, testCase) =>
      itemsOr(noContexts(name, tool), contextsOf(transcript, testCase, tool).flatMap(contextSentences)),
    formula: meanOr("nothing that was retrieved says anything"),
    parts: { tool },
  });
}

function contextSentences(context: string, index: number): Item[] {
  return sentencesOf(context).map((text, place) => ({ id: `c${index + 1}.${place + 1}`, text, source: "fact" }));
}

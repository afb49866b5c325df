import { sentencesOf } from "../../../judge/index.ts";
import { refuseUnknownOptions } from "../../known-options.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import { contextFacts } from "../given-facts.ts";
import { judgedMetric } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr, meanOr } from "../or-skip.ts";
import { type ContextOptions, contextsOf, noContexts } from "./contexts.ts";
import { checkGiven } from "./given.ts";

/**
 * Whether retrieval found what the right answer needs: sentences of the case's reference that the contexts support /
 * its sentences that claim something. Skipped if there is no reference or no context. One judge call.
 *
 * @example contextualRecall({ tool: "search_handbook", threshold: 0.8 })
 */
export function contextualRecall({ name = "contextualRecall", tool, ...options }: ContextOptions = {}): Metric {
  refuseUnknownOptions<ContextOptions>("contextualRecall", { tool, ...options }, { ...judgedOptions, tool: "text" });
  checkGiven(name, { tool });
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item is a sentence of the right answer. Decide whether the contexts, given as the facts "context-1", "context-2" and so on, support all that it says. What the agent said, and what you know from elsewhere, does not matter here.',
    menu: [
      { verdict: "supported", meaning: "one context, or several together, bear out all of the sentence", value: 1 },
      { verdict: "not supported", meaning: "they do not, or only in part", value: 0, evidence: "none" },
      { verdict: "no claim", meaning: "the sentence says nothing that a text could support", evidence: "none" },
    ],
    sources: ["fact"],
    facts: (transcript, testCase) => contextFacts(contextsOf(transcript, testCase, tool)),
    items(transcript, testCase) {
      const { reference } = testCase.expect;
      if (reference === undefined) return skipped("there is no reference: put the right answer into expect.reference");
      if (contextsOf(transcript, testCase, tool).length === 0) return skipped(noContexts(name, tool));
      const items = sentencesOf(reference).map((text, index) => ({ id: `r${index + 1}`, text }));
      return itemsOr("the reference says nothing", items);
    },
    formula: meanOr("the reference claims nothing"),
    parts: { tool },
  });
}

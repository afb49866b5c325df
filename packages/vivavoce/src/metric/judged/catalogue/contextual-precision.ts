import { refuseUnknownOptions } from "../../known-options.ts";
import type { Metric } from "../../types.ts";
import type { JudgedAnswer, JudgedOutcome } from "../definition.ts";
import { contextFacts, referenceFacts } from "../given-facts.ts";
import { judgedMetric } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr } from "../or-skip.ts";
import { type ContextOptions, contextsOf, contextTitle, noContexts } from "./contexts.ts";
import { checkGiven } from "./given.ts";

/**
 * Whether retrieval puts relevant contexts first: the mean, over the ranks k of relevant contexts, of (relevant up to
 * k) / k. If none is relevant: 0. Skipped if there are no contexts. One judge call.
 *
 * @example contextualPrecision({ tool: "search_handbook" })
 */
export function contextualPrecision({ name = "contextualPrecision", tool, ...options }: ContextOptions = {}): Metric {
  refuseUnknownOptions<ContextOptions>("contextualPrecision", { tool, ...options }, { ...judgedOptions, tool: "text" });
  checkGiven(name, { tool });
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item names a context: a text that was retrieved, whole under the given facts "context-1", "context-2" and so on. Decide on each by itself whether it is relevant: whether it holds something that helps to give the right answer to what the user asks. Where a fact "reference" is given, that is the right answer. What the agent made of the contexts does not matter here.',
    menu: [
      { verdict: "relevant", meaning: "it holds something that helps to give the right answer", value: 1 },
      { verdict: "not relevant", meaning: "it holds nothing that helps", value: 0, evidence: "none" },
    ],
    sources: ["fact"],
    facts: (transcript, testCase) => [
      ...contextFacts(contextsOf(transcript, testCase, tool)),
      ...referenceFacts(testCase),
    ],
    items(transcript, testCase) {
      const contexts = contextsOf(transcript, testCase, tool);
      const items = contexts.map((text, index) => ({ id: `c${index + 1}`, text: contextTitle(text, index) }));
      return itemsOr(noContexts(name, tool), items);
    },
    formula: precisionAtRelevantRanks,
    parts: { tool },
  });
}

function precisionAtRelevantRanks(answers: readonly Pick<JudgedAnswer, "verdict">[]): JudgedOutcome {
  let relevant = 0;
  let sum = 0;
  answers.forEach(({ verdict }, index) => {
    if (verdict !== "relevant") return;
    relevant += 1;
    sum += relevant / (index + 1);
  });
  return { value: relevant === 0 ? 0 : sum / relevant, detail: { relevant, contexts: answers.length } };
}

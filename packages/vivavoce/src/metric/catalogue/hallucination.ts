import type { Case } from "../../case/index.ts";
import { type Fact, sentenceItems } from "../../judge/index.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import { judgedMetric } from "../judged/judged-metric.ts";
import { skipped } from "../result.ts";
import type { Metric } from "../types.ts";
import { contextFacts } from "./contexts.ts";
import { checkGiven } from "./given.ts";
import { itemsOr, meanOr, nothingDone } from "./or-skip.ts";

export interface HallucinationOptions extends JudgedOptions {
  /** What holds in every case; a case's own `expect.facts` and `expect.contexts` are added. */
  facts?: readonly string[] | undefined;
}

/**
 * Whether the agent made anything up, sentence by sentence, against the facts and contexts that are given; common
 * knowledge is let pass. Value: grounded / (grounded + contradicted + invented). Skipped where nothing is given, or
 * nothing claimed. One judge call.
 *
 * @example hallucination({ facts: ["The shop opens at nine.", "There is no parking."] })
 */
export function hallucination({ name = "hallucination", facts, ...options }: HallucinationOptions = {}): Metric {
  checkGiven(name, { facts });
  const factsOf = (testCase: Case) => [...factList(testCase, facts), ...contextFacts(testCase.expect.contexts ?? [])];
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a sentence that the agent said in the exchange the item names. Decide whether the agent made up what it claims there. What holds stands in the given facts; what tools returned and what the user said counts as well, unless the facts say otherwise. What the agent itself said is no proof. Questions, offers, advice, opinions, courtesies and what everybody knows are no claims here. A sentence with several claims is as good as its worst.",
    menu: [
      { verdict: "grounded", meaning: "the record bears out what the sentence claims", value: 1 },
      { verdict: "contradicted", meaning: "the record says otherwise", value: 0 },
      {
        verdict: "invented",
        meaning:
          "it claims something particular (a name, a number, an event, a rule) that stands nowhere in the record",
        value: 0,
        evidence: "optional",
      },
      { verdict: "no claim", meaning: "it claims nothing particular", evidence: "none" },
    ],
    sources: ["fact", "result", "call", "user"],
    facts: (_transcript, testCase) => factsOf(testCase),
    items(transcript, testCase) {
      if (factsOf(testCase).length > 0) return itemsOr(nothingDone, sentenceItems(transcript));
      return skipped(`no facts are given: put them into the case (expect.facts) or into ${name}({ facts })`);
    },
    formula: meanOr("the agent claimed nothing"),
    parts: { given: facts },
  });
}

function factList({ expect }: Case, usual: readonly string[] = []): Fact[] {
  return [...usual, ...(expect.facts ?? [])].map((text, index) => {
    return { id: `fact-${index + 1}`, title: "What holds", text };
  });
}

import { sentenceItems } from "../../../judge/index.ts";
import type { Case } from "../../../shape/index.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import type { JudgedOptions } from "../definition.ts";
import { givenFacts, itemsOr, meanOr, nothingDone, noWords } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";
import { checkOwn } from "../options.ts";

/** Options of `hallucination`. */
export interface HallucinationOptions extends JudgedOptions {
  /** Facts that hold in every case; a case's own `expect.facts`, `expect.contexts` and `expect.reference` are added. */
  facts?: readonly string[] | undefined;
}

/**
 * Whether the agent made anything up, sentence by sentence, compared with the given facts, contexts and right answer.
 * Common knowledge is allowed. Value: grounded / (grounded + contradicted + invented). Skipped if nothing is given, or the
 * agent claims nothing. One judge call.
 *
 * @example hallucination({ facts: ["The shop opens at nine.", "There is no parking."] })
 */
export function hallucination({ name = "hallucination", facts, ...options }: HallucinationOptions = {}): Metric {
  checkOwn<HallucinationOptions>("hallucination", name, { facts }, options, { facts: "texts" });
  const factsOf = (testCase: Case) => givenFacts(testCase, facts);
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
      if (factsOf(testCase).length > 0) return itemsOr(noWords(transcript) ?? nothingDone, sentenceItems(transcript));
      return skipped(`no facts are given: put them into the case (expect.facts) or into ${name}({ facts })`);
    },
    formula: meanOr("the agent claimed nothing"),
    parts: { given: facts },
  });
}

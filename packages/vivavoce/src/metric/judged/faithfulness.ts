import { type Fact, sentenceItems, worldFacts } from "../../judge/index.ts";
import { allCalls, type Transcript } from "../../shape/index.ts";
import { refuseUnknownOptions } from "../known-options.ts";
import { skipped } from "../result.ts";
import type { Metric } from "../types.ts";
import type { JudgedOptions } from "./definition.ts";
import { givenFacts, itemsOr, meanOr, nothingDone, noWords } from "./items.ts";
import { judgedMetric } from "./judged-metric.ts";
import { judgedOptions } from "./options.ts";

/** Options of `faithfulness`. */
export interface FaithfulnessOptions extends JudgedOptions {
  /** What holds in every case, such as a guide or a price list: a text, or several by title. */
  reference?: string | Readonly<Record<string, string>> | undefined;
}

/**
 * Whether what the agent claims is borne out by the given facts: the world, the reference, what the case gives
 * (`expect.contexts`, `expect.facts`, `expect.reference`), what tools returned, what the user said. Value: supported /
 * claims. Skipped if the agent claims nothing, or there is nothing to compare claims with. One judge call. Threshold 0.7.
 *
 * @example faithfulness({ reference: { "Price list": priceList } })
 */
export function faithfulness({ name = "faithfulness", reference, ...options }: FaithfulnessOptions = {}): Metric {
  refuseUnknownOptions<FaithfulnessOptions>(
    "faithfulness",
    { reference, ...options },
    { ...judgedOptions, reference: "any" },
  );
  const references = referenceFacts(reference);
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a sentence that the agent said in the exchange the item names. Decide whether what it claims is borne out by the given facts, the results of tools and what the user said, as they stood at that point of the conversation. A claim is whatever could be checked: what is so in the world, what the agent did, what a method or a document says. Questions, offers, advice, courtesies and plans claim nothing. What the agent itself said is no proof, and neither is what you know from elsewhere. A sentence with several claims is as good as its worst.",
    menu: [
      { verdict: "supported", meaning: "the facts bear out all that the sentence claims", value: 1 },
      { verdict: "contradicted", meaning: "the facts say otherwise", value: 0 },
      {
        verdict: "unsupported",
        meaning: "it claims something on which the facts are silent",
        value: 0,
        evidence: "optional",
      },
      { verdict: "no claim", meaning: "it claims nothing that could be checked", evidence: "none" },
    ],
    sources: ["fact", "result", "call", "user"],
    world: "before-and-after",
    facts: (_transcript, testCase) => [...references, ...givenFacts(testCase)],
    items(transcript, testCase) {
      if (!hasFacts(transcript, [...references, ...givenFacts(testCase)])) {
        return skipped(
          "there is nothing to hold claims against: no world, no tool result, no reference, and neither contexts, facts nor reference in the case",
        );
      }
      return itemsOr(noWords(transcript) ?? nothingDone, sentenceItems(transcript));
    },
    formula: meanOr("the agent claimed nothing"),
    parts: { references },
  });
}

function referenceFacts(reference: FaithfulnessOptions["reference"]): Fact[] {
  if (reference === undefined) return [];
  const texts = typeof reference === "string" ? { Reference: reference } : reference;
  return Object.entries(texts).map(([title, text], index) => ({ id: `reference-${index + 1}`, title, text }));
}

function hasFacts(transcript: Transcript, given: readonly Fact[]): boolean {
  return (
    given.length > 0 ||
    worldFacts(transcript, "before-and-after").length > 0 ||
    allCalls(transcript).some(({ call }) => call.result !== undefined)
  );
}

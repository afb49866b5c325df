import type { Metric } from "../../types.ts";
import type { JudgedOptions } from "../definition.ts";
import { exchangeItems, itemsOr, meanOr, nothingDone } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";

/**
 * Whether the agent remembers what the user told it: one verdict per exchange; "asked again" and "forgotten" count 0.
 * Value: kept / exchanges in which something could be kept. Skipped if the user told it nothing. One judge call.
 *
 * @example knowledgeRetention()
 */
export function knowledgeRetention({ name = "knowledgeRetention", ...options }: JudgedOptions = {}): Metric {
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item stands for all that the agent said and did in the exchange the item names. Decide whether the agent there kept what the user had told it up to that point, in that same line, in earlier ones, or before the exam: names, dates, numbers, wishes, limits, decisions. Asking the user to confirm something before acting on it is not asking again. What only the agent or a tool said does not matter here.",
    menu: [
      {
        verdict: "kept",
        meaning: "the agent uses what the user told, or at least respects it",
        value: 1,
        evidence: "optional",
      },
      { verdict: "asked again", meaning: "it asks for something that the user had told already", value: 0 },
      {
        verdict: "forgotten",
        meaning: "it goes against something that the user had told, or passes it over",
        value: 0,
      },
      {
        verdict: "nothing to keep",
        meaning: "the user had told nothing that could have been asked again or forgotten here",
        evidence: "none",
      },
    ],
    sources: ["reply", "call", "user"],
    items: (transcript) => itemsOr(nothingDone, exchangeItems(transcript)),
    formula: meanOr("the user told the agent nothing that it could forget"),
  });
}

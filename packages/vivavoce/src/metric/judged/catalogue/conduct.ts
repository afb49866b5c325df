import type { Metric } from "../../types.ts";
import type { JudgedDefinition, JudgedEntry } from "../definition.ts";
import { judgedMetric } from "../judged-metric.ts";
import { itemsOr, nothingDone } from "../or-skip.ts";
import { exchangeItems } from "./exchange-items.ts";

/** A fault that no exchange should have: what it is, and the names of both verdicts. */
interface Conduct extends Omit<JudgedDefinition, "menu" | "evidence" | "sources" | "formula"> {
  good: Pick<JudgedEntry, "verdict" | "meaning">;
  bad: Pick<JudgedEntry, "verdict" | "meaning">;
}

const aboutItems =
  "Each item stands for all that the agent said and did in the exchange the item names: its words, and the arguments of its tool calls.";

/**
 * A metric that looks for a fault in each exchange: one verdict per exchange; a bad verdict needs a quote of the agent.
 * Value: good / exchanges. One fault is too many, so the threshold is 1 unless you give another.
 */
export function conductMetric({ good, bad, instructions, threshold = 1, ...definition }: Conduct): Metric {
  return judgedMetric({
    ...definition,
    threshold,
    instructions: `${aboutItems} ${instructions}`,
    menu: [
      { ...good, value: 1, evidence: "optional" },
      { ...bad, value: 0, evidence: "required" },
    ],
    sources: ["reply", "call"],
  });
}

/** One item for each exchange, or why there is none. */
export const conductItems: JudgedDefinition["items"] = (transcript) => itemsOr(nothingDone, exchangeItems(transcript));

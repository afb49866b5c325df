import { userItems } from "../../judge/index.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import { judgedMetric } from "../judged/judged-metric.ts";
import type { Metric } from "../types.ts";
import { heldExchanges } from "./exchange-items.ts";
import { itemsOr, meanOr, nothingDone } from "./or-skip.ts";

/**
 * What the user asked for, line by line: was it met by the end of the conversation? Value: met / lines that ask for
 * something. Skipped where no line does. One judge call.
 *
 * @example completeness({ threshold: 1 })
 */
export function completeness({ name = "completeness", ...options }: JudgedOptions = {}): Metric {
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a line of the user. Decide whether all that the user asks for in it was met by the end of the conversation, in the same exchange or a later one: answered, or done by tool calls that went through. That the agent says it did something is not enough where tool calls or the world show otherwise. A request that the agent declined, or only promised to see to, is not met. An answer to a question of the agent asks for nothing by itself, and what the user takes back later was not asked for.",
    menu: [
      { verdict: "met", meaning: "everything that the line asks for was answered or done", value: 1 },
      {
        verdict: "not met",
        meaning: "something that the line asks for was neither answered nor done",
        value: 0,
        evidence: "required-or-absent",
      },
      { verdict: "not a request", meaning: "the line asks for nothing, or was taken back", evidence: "none" },
    ],
    world: "before-and-after",
    items: (transcript) => itemsOr(nothingDone, userItems({ exchanges: heldExchanges(transcript) })),
    formula: meanOr("the user asked for nothing"),
  });
}

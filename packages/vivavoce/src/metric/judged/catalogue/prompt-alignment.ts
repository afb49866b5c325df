import { evidenceFor } from "../../../judge/index.ts";
import { refuseUnknownOptions } from "../../known-options.ts";
import type { Metric } from "../../types.ts";
import type { JudgedOptions } from "../definition.ts";
import { heldExchanges, itemsOr, meanOr, nothingDone } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";
import { checkGiven, judgedOptions } from "../options.ts";

/** Options of `promptAlignment`. */
export interface PromptAlignmentOptions extends JudgedOptions {
  /** The agent's instructions in every case; a case's own `expect.instructions` are added. */
  instructions?: readonly string[] | undefined;
}

/**
 * Whether the agent follows each of its instructions throughout the conversation. Value: followed / instructions that
 * apply. Skipped if none is given, or none applies. One judge call.
 *
 * @example promptAlignment({ instructions: ["Answer in at most three sentences.", "Never name a price."] })
 */
export function promptAlignment(given: PromptAlignmentOptions = {}): Metric {
  const { name = "promptAlignment", instructions: usual, ...options } = given;
  const known = { ...judgedOptions, instructions: "texts" } as const;
  refuseUnknownOptions<PromptAlignmentOptions>("promptAlignment", given, known);
  checkGiven(name, { instructions: usual });
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is an instruction that the agent was given. Decide on each by itself whether the agent followed it throughout the conversation, in what it said and in what it did: once against it is not followed. An instruction for a situation that did not come up does not apply. One that forbids something is followed when that does not happen though it could have.",
    menu: [
      { verdict: "followed", meaning: "the agent followed it throughout", value: 1 },
      { verdict: "not followed", meaning: "at least once it did not", value: 0, evidence: "required-or-absent" },
      { verdict: "not applicable", meaning: "the situation it is for did not come up", evidence: "none" },
    ],
    evidence: "required-or-absent",
    items(transcript, { expect }) {
      const instructions = [...(usual ?? []), ...(expect.instructions ?? [])];
      const items = instructions.map((text, index) => ({ id: `i${index + 1}`, text, ...evidenceFor(text) }));
      if (items.length > 0 && heldExchanges(transcript).length === 0) return itemsOr(nothingDone, []);
      return itemsOr(
        "no instructions are given: put them into expect.instructions or into the metric's options",
        items,
      );
    },
    formula: meanOr("none of the instructions applies"),
    parts: { given: usual },
  });
}

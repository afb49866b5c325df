import { callItems } from "../../../judge/index.ts";
import { callFault, callsOf, type Transcript } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import type { JudgedAnswer, JudgedOptions, JudgedOutcome } from "../definition.ts";
import { itemsOr, meanOr } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";

/**
 * Whether the arguments of each tool call follow from the conversation up to it. Value: calls whose arguments follow /
 * calls with something to judge; a call that its tool could not take counts 0, whatever the judge says. Skipped if no
 * call was made. One judge call.
 *
 * @example argumentCorrectness({ threshold: 0.9 })
 */
export function argumentCorrectness({ name = "argumentCorrectness", ...options }: JudgedOptions = {}): Metric {
  return judgedMetric({
    name,
    version: 2,
    ...options,
    instructions:
      "Each item is a tool call of the agent with its arguments. Decide whether the arguments follow from what the agent could know when it made the call: what the user had said, what was said before the exam, what tools had returned, how the world was. Wording, case and format of a value are free as long as they mean the same; a sensible default for what nobody asked about follows, too. Whether the call was a good idea, and what came of it, does not matter here.",
    menu: [
      { verdict: "follows", meaning: "every argument follows, and none that was asked for is missing", value: 1 },
      {
        verdict: "does not follow",
        meaning: "an argument was made up or goes against what was known, or one that was asked for is missing",
        value: 0,
        evidence: "required-or-absent",
      },
      { verdict: "no arguments", meaning: "the call has no arguments and needs none", evidence: "none" },
    ],
    world: "before",
    items: (transcript) => itemsOr("the agent made no tool call", callItems(transcript)),
    formula: meanOfSound,
  });
}

const meanOfAnswers = meanOr("no tool call has arguments to judge");

function meanOfSound(answers: readonly JudgedAnswer[], transcript: Transcript): JudgedOutcome {
  const faults = faultsOf(transcript);
  const outcome = meanOfAnswers(answers.map((answer) => (faults.has(answer.id) ? { ...answer, value: 0 } : answer)));
  return "skip" in outcome || faults.size === 0
    ? outcome
    : { ...outcome, detail: { couldNotRun: Object.fromEntries(faults) } };
}

/** Why calls could not run, by the ids of their items. */
function faultsOf({ exchanges }: Transcript): Map<string, string> {
  const faults = new Map<string, string>();
  for (const exchange of exchanges) {
    for (const [index, call] of callsOf(exchange).entries()) {
      const fault = callFault(call);
      if (fault !== undefined) faults.set(`t${exchange.number}.${index + 1}`, fault);
    }
  }
  return faults;
}

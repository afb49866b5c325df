import type { Case } from "../../shape/index.ts";
import { refuseUnknownOptions } from "../known-options.ts";
import { skipped } from "../result.ts";
import type { Metric } from "../types.ts";
import type { JudgedItem, JudgedOptions } from "./definition.ts";
import { noWords } from "./items.ts";
import { judgedMetric } from "./judged-metric.ts";
import { judgedOptions } from "./options.ts";

/** Options of `coherence`. */
export interface CoherenceOptions extends Omit<JudgedOptions, "threshold"> {
  /** Whether to check that the agent does not contradict itself; true if left out. */
  consistent?: boolean | undefined;
}

const aspects = {
  maintainsContext:
    "The agent keeps the context: it uses what was said, decided and done in earlier exchanges, and neither forgets it nor asks for it again.",
  respondsToUserFeedback:
    "The agent responds to feedback: where the user corrects, objects, refuses or adds something, what the agent says and does next takes it up.",
  consistent:
    "The agent does not contradict itself: nothing it says or does goes against what it said or did before without saying so.",
};

/**
 * Whether the conversation is coherent, if the case asks for that (`expect.coherence`): the agent keeps the context,
 * responds to feedback, and does not contradict itself. Each must be "yes". Exchanges in which the agent only calls tools
 * are left out. Skipped if the case asks for nothing, or the agent says nothing. One judge call.
 *
 * @example suite({ …, metrics: [coherence()] });
 */
export function coherence({ name = "coherence", consistent = true, ...options }: CoherenceOptions = {}): Metric {
  const { threshold: _threshold, ...usual } = judgedOptions;
  refuseUnknownOptions<CoherenceOptions>("coherence", { consistent, ...options }, { ...usual, consistent: "flag" });
  return judgedMetric({
    name,
    ...options,
    threshold: 1,
    instructions:
      "Each item says something about how the agent conducted the whole conversation. Decide on each by itself whether it holds, exchange by exchange. What was said before the exam counts as context. An exchange in which the agent only calls tools is left out: that it says nothing there is neither for nor against it, unless a call itself goes against what was said or decided before.",
    menu: [
      { verdict: "yes", meaning: "it holds throughout", value: 1 },
      { verdict: "partly", meaning: "it holds in some exchanges and not in others", value: 0.5 },
      { verdict: "no", meaning: "it does not hold", value: 0, evidence: "required-or-absent" },
    ],
    applies: (testCase) => askedItems(testCase).length > 0,
    reads: ["coherence"],
    items: (transcript, testCase) => {
      const items = askedItems(testCase);
      if (items.length === 0) return skipped("the case does not ask for coherence");
      const silence = noWords(transcript);
      if (silence !== undefined) return skipped(silence);
      return consistent ? [...items, { id: "consistent", text: aspects.consistent }] : items;
    },
    parts: { consistent, aspects },
  });
}

function askedItems({ expect }: Case): JudgedItem[] {
  const { maintainsContext, respondsToUserFeedback } = expect.coherence ?? {};
  return [
    ...(maintainsContext ? [{ id: "maintainsContext", text: aspects.maintainsContext }] : []),
    ...(respondsToUserFeedback ? [{ id: "respondsToUserFeedback", text: aspects.respondsToUserFeedback }] : []),
  ];
}

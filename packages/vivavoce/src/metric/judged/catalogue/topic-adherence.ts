import { replyItems } from "../../../judge/index.ts";
import type { Case } from "../../../shape/index.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import type { JudgedOptions } from "../definition.ts";
import { itemsOr, meanOr, nothingDone, noWords } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";
import { checkOwn } from "../options.ts";

/** Options of `topicAdherence`. */
export interface TopicAdherenceOptions extends JudgedOptions {
  /** What the agent may talk about; a case's own `expect.topics` replace them. */
  topics?: readonly string[] | undefined;
}

/**
 * Whether each reply stays on the allowed topics; declining another topic counts as staying. Value: replies on topic or
 * declining / replies that have a topic. Skipped if no topics are given. One judge call.
 *
 * @example topicAdherence({ topics: ["appointments at the practice", "opening hours and directions"] })
 */
export function topicAdherence({ name = "topicAdherence", topics, ...options }: TopicAdherenceOptions = {}): Metric {
  checkOwn<TopicAdherenceOptions>("topicAdherence", name, { topics }, options, { topics: "texts" });
  const topicsOf = ({ expect }: Case) => expect.topics ?? topics;
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item is a reply of the agent. Decide whether it stays with the topics that the agent may talk about: those of the given fact "topics", one a line. A reply that says even one thing of substance on another topic is off topic, also where it comes back afterwards.',
    menu: [
      {
        verdict: "on topic",
        meaning: "all of substance in it is on the allowed topics",
        value: 1,
        evidence: "optional",
      },
      {
        verdict: "declined",
        meaning: "the user went beyond the topics, and the reply does not follow: it declines or leads back",
        value: 1,
        evidence: "optional",
      },
      { verdict: "off topic", meaning: "it says something of substance on another topic", value: 0 },
      { verdict: "no topic", meaning: "it is a greeting, thanks, or another courtesy only", evidence: "none" },
    ],
    sources: ["reply", "call"],
    facts: (_transcript, testCase) => [
      { id: "topics", title: "What the agent may talk about", text: topicsOf(testCase)?.join("\n") ?? "" },
    ],
    items(transcript, testCase) {
      if (!topicsOf(testCase)) {
        return skipped(`no topics are given: put them into the case (expect.topics) or into ${name}({ topics })`);
      }
      return itemsOr(noWords(transcript) ?? nothingDone, replyItems(transcript));
    },
    formula: meanOr("no reply has a topic"),
    parts: { topics },
  });
}

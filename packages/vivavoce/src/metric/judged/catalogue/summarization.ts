import { refuseUnknownOptions } from "../../known-options.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import type { JudgedAnswer, JudgedOutcome } from "../definition.ts";
import { contextFacts } from "../given-facts.ts";
import { judgedMetric, meanOfValues } from "../judged-metric.ts";
import { judgedOptions } from "../options.ts";
import { itemsOr, noWords } from "../or-skip.ts";
import { contextsOf } from "./contexts.ts";
import { checkGiven } from "./given.ts";
import { alignment, coverage, minor, pointItems, type SummarizationOptions, summaryItems } from "./summary-items.ts";

/**
 * Whether the last reply is a good summary of a text: the lower of alignment (sentences that the text bears out / those
 * that claim something) and coverage (points kept / points that matter). The text is the contexts, or else what the
 * user said. Skipped without text or summary. One judge call.
 *
 * @example summarization({ tool: "read_minutes", facts: ["Ana takes over the budget."] })
 */
export function summarization({ name = "summarization", tool, facts, ...options }: SummarizationOptions = {}): Metric {
  const known = { ...judgedOptions, tool: "text", facts: "texts" } as const;
  refuseUnknownOptions<SummarizationOptions>("summarization", { tool, facts, ...options }, known);
  checkGiven(name, { tool, facts });
  return judgedMetric({
    name,
    ...options,
    instructions:
      'The agent\'s last reply is the summary of a text: that of the given facts "context-1" and so on, or, where there are none, what the user said. Items that begin with s are sentences of the summary: decide whether the text bears them out. Items that begin with p are points: decide whether the summary keeps them.',
    menu: alignment,
    facts: (transcript, testCase) => contextFacts(contextsOf(transcript, testCase, tool)),
    items(transcript, testCase) {
      const silence = noWords(transcript);
      if (silence !== undefined) return skipped(silence);
      const sentences = summaryItems(transcript);
      const points = pointItems(transcript, testCase, { tool, facts });
      return itemsOr("there is no text that could be summed up", points.length > 0 ? [...sentences, ...points] : []);
    },
    formula: lowerOfBoth,
    parts: { tool, given: facts, coverage, minor },
  });
}

/** The lower of the two means. If only one of them has anything to count, that one. */
function lowerOfBoth(answers: readonly JudgedAnswer[]): JudgedOutcome {
  const partOf = (prefix: string) => meanOfValues(answers.filter(({ id }) => id.startsWith(prefix)));
  const parts = { alignment: partOf("s"), coverage: partOf("p") };
  const detail = Object.fromEntries(
    Object.entries(parts).flatMap(([part, outcome]) => ("skip" in outcome ? [] : [[part, outcome.value]])),
  );
  const values = Object.values(detail);
  return values.length === 0
    ? { skip: "neither text nor summary says anything" }
    : { value: Math.min(...values), detail };
}

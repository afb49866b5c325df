import { type Item, type QuoteSource, sentenceItems, sentencesOf } from "../../../judge/index.ts";
import type { Case, Transcript } from "../../../shape/index.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import type { JudgedAnswer, JudgedEntry, JudgedItem, JudgedOutcome } from "../definition.ts";
import { contextFacts, itemsOr, noWords } from "../items.ts";
import { judgedMetric, meanOfValues } from "../judged-metric.ts";
import { checkOwn } from "../options.ts";
import { type ContextOptions, contextsOf } from "./contexts.ts";

/** Options of `summarization`. */
export interface SummarizationOptions extends ContextOptions {
  /**
   * What a summary must keep; a case's own `expect.facts` replace it. If left out, each sentence of the text is a point,
   * and the judge says which of them matter.
   */
  facts?: readonly string[] | undefined;
}

export const alignment: readonly JudgedEntry[] = [
  { verdict: "supported", meaning: "the text bears out all that this sentence of the summary says", value: 1 },
  { verdict: "contradicted", meaning: "the text says otherwise", value: 0 },
  { verdict: "added", meaning: "it says something that the text does not", value: 0, evidence: "none" },
  { verdict: "no claim", meaning: "it says nothing about the matter of the text", evidence: "none" },
];

export const coverage: readonly JudgedEntry[] = [
  { verdict: "kept", meaning: "the summary says it, in whatever words", value: 1 },
  {
    verdict: "left out",
    meaning: "the summary does not say it, and a reader would miss it",
    value: 0,
    evidence: "none",
  },
];

export const minor: JudgedEntry = {
  verdict: "minor",
  meaning: "a summary can do without it, or it is no part of the text, such as the wish for a summary",
  evidence: "none",
};

/** The sentences of the last reply that has any: `s2.1` is the first of exchange 2. */
function summaryItems(transcript: Transcript): Item[] {
  const sentences = sentenceItems(transcript);
  const last = sentences.at(-1)?.exchange;
  return sentences.filter(({ exchange }) => exchange === last);
}

/** What the summary should keep: the facts that are given, or every sentence of the text. */
function pointItems(
  transcript: Transcript,
  testCase: Case,
  { tool, facts }: Pick<SummarizationOptions, "tool" | "facts">,
): JudgedItem[] {
  const given = testCase.expect.facts ?? facts;
  if (given) return given.map((text, index) => ({ id: `p${index + 1}`, text, menu: coverage }));
  const { texts, source } = textsOf(transcript, contextsOf(transcript, testCase, tool));
  return texts
    .flatMap((text) => sentencesOf(text))
    .map((text, index) => ({ id: `p${index + 1}`, text, source, menu: [...coverage, minor] }));
}

/** The text to summarise: the contexts, or what the user said before the summary. */
function textsOf(
  transcript: Transcript,
  contexts: readonly string[],
): { texts: readonly string[]; source: QuoteSource } {
  if (contexts.length > 0) return { texts: contexts, source: "fact" };
  const summary = summaryItems(transcript)[0]?.exchange ?? 0;
  const lines = transcript.exchanges
    .filter(({ number }) => number <= summary)
    .flatMap(({ user }) => user?.content || []);
  return { texts: lines, source: "user" };
}

/**
 * Whether the last reply is a good summary of a text: the lower of alignment (sentences that the text bears out / those
 * that claim something) and coverage (points kept / points that matter). The text is the contexts, or else what the
 * user said. Skipped without text or summary. One judge call.
 *
 * @example summarization({ tool: "read_minutes", facts: ["Ana takes over the budget."] })
 */
export function summarization({ name = "summarization", tool, facts, ...options }: SummarizationOptions = {}): Metric {
  checkOwn<SummarizationOptions>("summarization", name, { tool, facts }, options, { tool: "text", facts: "texts" });
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

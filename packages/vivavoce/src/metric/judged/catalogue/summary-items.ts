import { type Item, type QuoteSource, sentenceItems, sentencesOf } from "../../../judge/index.ts";
import type { Case, Transcript } from "../../../shape/index.ts";
import type { JudgedEntry, JudgedItem } from "../definition.ts";
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
export function summaryItems(transcript: Transcript): Item[] {
  const sentences = sentenceItems(transcript);
  const last = sentences.at(-1)?.exchange;
  return sentences.filter(({ exchange }) => exchange === last);
}

/** What the summary should keep: the facts that are given, or every sentence of the text. */
export function pointItems(
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

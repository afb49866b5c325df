import { isJsonObject, type JsonValue, safeLine } from "../../base/index.ts";
import { type QuoteSource, sentenceItems, sentencesOf } from "../../judge/index.ts";
import { allCalls, type Case, type Transcript } from "../../shape/index.ts";
import type { JudgedAnswer, JudgedItem, JudgedOptions, JudgedOutcome } from "../judged/definition.ts";
import { meanOfValues } from "../judged/judged-metric.ts";
import type { Metric } from "../types.ts";
import { contextFacts, noWords, referenceFacts } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { menuOf, type Row, rowMetric } from "./row.ts";

/** Options of the metrics that look at what was retrieved. */
export interface ContextOptions extends JudgedOptions, Pick<RowOptions, "tool"> {}

/** What was retrieved, best first. */
function contextsOf(transcript: Transcript, { expect }: Case, { tool }: RowOptions): readonly string[] {
  if (expect.contexts !== undefined || tool === undefined) return expect.contexts ?? [];
  return allCalls(transcript)
    .filter(({ call }) => call.name === tool)
    .flatMap(({ call }) => (call.result === undefined ? [] : entriesOf(call.result)))
    .map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)))
    .filter((text) => text.trim() !== "");
}

function entriesOf(result: JsonValue): JsonValue[] {
  if (Array.isArray(result)) return result;
  if (result === null) return [];
  const lists = isJsonObject(result) ? Object.values(result).filter((field) => Array.isArray(field)) : [];
  return lists.length === 1 ? lists.flat() : [result];
}

const factsOfContexts: NonNullable<Row["facts"]> = (...given) => contextFacts(contextsOf(...given));

/** Why there is nothing to judge. */
function noContexts({ name, tool }: { name: string; tool?: string | undefined }): string {
  if (tool === undefined) {
    return `there are no contexts: put them into the case (expect.contexts), or name the tool that retrieves them: ${name}({ tool })`;
  }
  return `there are no contexts: the case gives none, and ${tool} returned none`;
}

/**
 * Whether retrieval puts relevant contexts first: the mean, over the ranks k of relevant contexts, of (relevant up to
 * k) / k. If none is relevant: 0. Skipped if there are no contexts. One judge call.
 *
 * @example contextualPrecision({ tool: "search_handbook" })
 */
export function contextualPrecision(options: ContextOptions = {}): Metric {
  return rowMetric(options, {
    name: "contextualPrecision",
    takes: ["tool"],
    instructions:
      'Each item names a context: a text that was retrieved. The given facts "context-1", "context-2" and so on have the whole texts. Decide separately for each whether it is relevant: whether it contains something that helps to give the right answer to what the user asks. If there is a fact "reference", that is the right answer. How the agent used the contexts does not matter here.',
    menu: [
      ["relevant", 1, "it contains something that helps to give the right answer"],
      ["not relevant", 0, "it contains nothing that helps", "none"],
    ],
    sources: ["fact"],
    facts: (transcript, testCase, own) => [
      ...contextFacts(contextsOf(transcript, testCase, own)),
      ...referenceFacts(testCase),
    ],
    look(transcript, testCase, own) {
      const contexts = contextsOf(transcript, testCase, own);
      if (contexts.length === 0) return noContexts(own);
      // The whole text is among the facts.
      const titles = contexts.map((text, index) => `Context ${index + 1}: ${safeLine(text, 80)}`);
      return titles.map((text, index) => ({ id: `c${index + 1}`, text }));
    },
    formula: precisionAtRelevantRanks,
  });
}

function precisionAtRelevantRanks(answers: readonly Pick<JudgedAnswer, "verdict">[]): JudgedOutcome {
  let relevant = 0;
  let sum = 0;
  answers.forEach(({ verdict }, index) => {
    if (verdict !== "relevant") return;
    relevant += 1;
    sum += relevant / (index + 1);
  });
  return { value: relevant === 0 ? 0 : sum / relevant, detail: { relevant, contexts: answers.length } };
}

/**
 * Whether retrieval found what the right answer needs: sentences of the case's reference that the contexts support /
 * its sentences that claim something. Skipped if there is no reference or no context. One judge call.
 *
 * @example contextualRecall({ tool: "search_handbook", threshold: 0.8 })
 */
export function contextualRecall(options: ContextOptions = {}): Metric {
  return rowMetric(options, {
    name: "contextualRecall",
    takes: ["tool"],
    instructions:
      'Each item is a sentence of the right answer. Decide whether the contexts, given as the facts "context-1", "context-2" and so on, support everything that it says. What the agent said and what you know from elsewhere do not matter here.',
    menu: [
      ["supported", 1, "one context, or several together, support the whole sentence"],
      ["not supported", 0, "they do not, or only in part", "none"],
      ["no claim", null, "the sentence says nothing that a text could support", "none"],
    ],
    sources: ["fact"],
    facts: factsOfContexts,
    look(transcript, testCase, own) {
      const { reference } = testCase.expect;
      if (reference === undefined) return "there is no reference: put the right answer into expect.reference";
      if (contextsOf(transcript, testCase, own).length === 0) return noContexts(own);
      const sentences = sentencesOf(reference).map((text, index) => ({ id: `r${index + 1}`, text }));
      return sentences.length > 0 ? sentences : "the reference says nothing";
    },
    none: "the reference claims nothing",
  });
}

/**
 * How much of what was retrieved has to do with what the user asks: relevant sentences of the contexts / their
 * sentences that say something. Skipped if there are no contexts. One judge call.
 *
 * @example contextualRelevancy({ tool: "search_handbook" })
 */
export function contextualRelevancy(options: ContextOptions = {}): Metric {
  return rowMetric(options, {
    name: "contextualRelevancy",
    takes: ["tool"],
    instructions:
      "Each item is a sentence of a text that was retrieved for the conversation: c2.3 is the third sentence of the second text, and the sentences of a text are in order. Decide whether it is relevant: whether it has to do with something that the user asks. Read it together with the sentences around it. How the agent used it does not matter here.",
    menu: [
      ["relevant", 1, "it has to do with something that the user asks"],
      ["not relevant", 0, "it does not"],
      ["says nothing", null, "it is not a statement: a heading, a page number, a fragment"],
    ],
    evidence: "none",
    look(transcript, testCase, own) {
      const items = contextsOf(transcript, testCase, own).flatMap((context, index) =>
        sentencesOf(context).map(
          (text, place): JudgedItem => ({ id: `c${index + 1}.${place + 1}`, text, source: "fact" }),
        ),
      );
      return items.length > 0 ? items : noContexts(own);
    },
    none: "nothing that was retrieved says anything",
  });
}

/** Options of `summarization`. */
export interface SummarizationOptions extends ContextOptions, Pick<RowOptions, "facts"> {}

const coverage = menuOf([
  ["kept", 1, "the summary says it, in whatever words"],
  ["left out", 0, "the summary does not say it, and a reader would miss it", "none"],
]);
const minor = menuOf([
  ["minor", null, "a summary can do without it, or it is not part of the text, like the request itself", "none"],
]);

/**
 * Whether the last reply is a good summary of a text: the lower of alignment (sentences that the text bears out / those
 * that claim something) and coverage (points kept / points that matter). The text is the contexts, or else what the
 * user said. Skipped without text or summary. One judge call.
 *
 * @example summarization({ tool: "read_minutes", facts: ["Ana takes over the budget."] })
 */
export function summarization(options: SummarizationOptions = {}): Metric {
  return rowMetric(options, {
    name: "summarization",
    takes: ["tool", "facts"],
    instructions:
      'The agent\'s last reply is the summary of a text: the given facts "context-1" and so on or, if there are none, what the user said. Items whose ids begin with s are sentences of the summary: decide whether the text supports them. Items whose ids begin with p are points: decide whether the summary keeps them.',
    menu: [
      ["supported", 1, "the text supports everything that this sentence of the summary says"],
      ["contradicted", 0, "the text says otherwise"],
      ["added", 0, "it says something that the text does not", "none"],
      ["no claim", null, "it says nothing about the subject of the text", "none"],
    ],
    words: [coverage, minor],
    facts: factsOfContexts,
    look(transcript, testCase, own) {
      const silence = noWords(transcript);
      if (silence !== undefined) return silence;
      const sentences = sentenceItems(transcript);
      // The last reply that has any words is the summary.
      const summary = sentences.filter(({ exchange }) => exchange === sentences.at(-1)?.exchange);
      const points = pointItems(transcript, testCase, own);
      return points.length > 0 ? [...summary, ...points] : "there is no text that could be summed up";
    },
    formula: lowerOfBoth,
  });
}

/** What the summary should keep: the facts that are given, or every sentence of the text. */
function pointItems(transcript: Transcript, testCase: Case, own: RowOptions): JudgedItem[] {
  const given = testCase.expect.facts ?? own.facts;
  if (given) return given.map((text, index) => ({ id: `p${index + 1}`, text, menu: coverage }));
  const { texts, source } = textsOf(transcript, contextsOf(transcript, testCase, own));
  return texts
    .flatMap((text) => sentencesOf(text))
    .map((text, index) => ({ id: `p${index + 1}`, text, source, menu: [...coverage, ...minor] }));
}

/** The text to summarise: the contexts, or what the user said before the summary. */
function textsOf(
  transcript: Transcript,
  contexts: readonly string[],
): { texts: readonly string[]; source: QuoteSource } {
  if (contexts.length > 0) return { texts: contexts, source: "fact" };
  const summary = sentenceItems(transcript).at(-1)?.exchange ?? 0;
  const lines = transcript.exchanges
    .filter(({ number }) => number <= summary)
    .flatMap(({ user }) => user?.content || []);
  return { texts: lines, source: "user" };
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

import { isJsonObject, type JsonValue, safeLine } from "../../../base/index.ts";
import { type Item, sentencesOf } from "../../../judge/index.ts";
import { allCalls, type Case, type Transcript } from "../../../shape/index.ts";
import { skipped } from "../../result.ts";
import type { Metric } from "../../types.ts";
import type { JudgedAnswer, JudgedOptions, JudgedOutcome } from "../definition.ts";
import { contextFacts, itemsOr, meanOr, referenceFacts } from "../items.ts";
import { judgedMetric } from "../judged-metric.ts";
import { checkOwn } from "../options.ts";

/** Options of the metrics that look at what was retrieved. */
export interface ContextOptions extends JudgedOptions {
  /**
   * The tool that retrieves. What it returned are the contexts, in order, unless the case gives its own
   * (`expect.contexts`). If it returned a list, or an object with one list, each entry is a context.
   */
  tool?: string | undefined;
}

/** What was retrieved, best first. */
export function contextsOf(transcript: Transcript, { expect }: Case, tool: string | undefined): readonly string[] {
  if (expect.contexts !== undefined || tool === undefined) return expect.contexts ?? [];
  return allCalls(transcript)
    .filter(({ call }) => call.name === tool)
    .flatMap(({ call }) => (call.result === undefined ? [] : textsIn(call.result)))
    .filter((text) => text.trim() !== "");
}

function textsIn(result: JsonValue): string[] {
  return entriesOf(result).map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)));
}

function entriesOf(result: JsonValue): JsonValue[] {
  if (Array.isArray(result)) return result;
  if (result === null) return [];
  const lists = isJsonObject(result) ? Object.values(result).filter((field) => Array.isArray(field)) : [];
  return lists.length === 1 ? lists.flat() : [result];
}

/** The short name of a context whose whole text is among the facts. */
export function contextTitle(text: string, index: number): string {
  return `Context ${index + 1}: ${safeLine(text, 80)}`;
}

/** Why there is nothing to judge. */
export function noContexts(metric: string, tool: string | undefined): string {
  if (tool === undefined) {
    return `there are no contexts: put them into the case (expect.contexts), or name the tool that retrieves them: ${metric}({ tool })`;
  }
  return `there are no contexts: the case gives none, and ${tool} returned none`;
}

/**
 * Whether retrieval puts relevant contexts first: the mean, over the ranks k of relevant contexts, of (relevant up to
 * k) / k. If none is relevant: 0. Skipped if there are no contexts. One judge call.
 *
 * @example contextualPrecision({ tool: "search_handbook" })
 */
export function contextualPrecision({ name = "contextualPrecision", tool, ...options }: ContextOptions = {}): Metric {
  checkOwn<ContextOptions>("contextualPrecision", name, { tool }, options, { tool: "text" });
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item names a context: a text that was retrieved, whole under the given facts "context-1", "context-2" and so on. Decide on each by itself whether it is relevant: whether it holds something that helps to give the right answer to what the user asks. Where a fact "reference" is given, that is the right answer. What the agent made of the contexts does not matter here.',
    menu: [
      { verdict: "relevant", meaning: "it holds something that helps to give the right answer", value: 1 },
      { verdict: "not relevant", meaning: "it holds nothing that helps", value: 0, evidence: "none" },
    ],
    sources: ["fact"],
    facts: (transcript, testCase) => [
      ...contextFacts(contextsOf(transcript, testCase, tool)),
      ...referenceFacts(testCase),
    ],
    items(transcript, testCase) {
      const contexts = contextsOf(transcript, testCase, tool);
      const items = contexts.map((text, index) => ({ id: `c${index + 1}`, text: contextTitle(text, index) }));
      return itemsOr(noContexts(name, tool), items);
    },
    formula: precisionAtRelevantRanks,
    parts: { tool },
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
export function contextualRecall({ name = "contextualRecall", tool, ...options }: ContextOptions = {}): Metric {
  checkOwn<ContextOptions>("contextualRecall", name, { tool }, options, { tool: "text" });
  return judgedMetric({
    name,
    ...options,
    instructions:
      'Each item is a sentence of the right answer. Decide whether the contexts, given as the facts "context-1", "context-2" and so on, support all that it says. What the agent said, and what you know from elsewhere, does not matter here.',
    menu: [
      { verdict: "supported", meaning: "one context, or several together, bear out all of the sentence", value: 1 },
      { verdict: "not supported", meaning: "they do not, or only in part", value: 0, evidence: "none" },
      { verdict: "no claim", meaning: "the sentence says nothing that a text could support", evidence: "none" },
    ],
    sources: ["fact"],
    facts: (transcript, testCase) => contextFacts(contextsOf(transcript, testCase, tool)),
    items(transcript, testCase) {
      const { reference } = testCase.expect;
      if (reference === undefined) return skipped("there is no reference: put the right answer into expect.reference");
      if (contextsOf(transcript, testCase, tool).length === 0) return skipped(noContexts(name, tool));
      const items = sentencesOf(reference).map((text, index) => ({ id: `r${index + 1}`, text }));
      return itemsOr("the reference says nothing", items);
    },
    formula: meanOr("the reference claims nothing"),
    parts: { tool },
  });
}

/**
 * How much of what was retrieved has to do with what the user asks: relevant sentences of the contexts / their
 * sentences that say something. Skipped if there are no contexts. One judge call.
 *
 * @example contextualRelevancy({ tool: "search_handbook" })
 */
export function contextualRelevancy({ name = "contextualRelevancy", tool, ...options }: ContextOptions = {}): Metric {
  checkOwn<ContextOptions>("contextualRelevancy", name, { tool }, options, { tool: "text" });
  return judgedMetric({
    name,
    ...options,
    instructions:
      "Each item is a sentence of a text that was retrieved for the conversation: c2.3 is the third of the second text, and all sentences of a text stand in order. Decide whether it is relevant: whether it has to do with something that the user asks. Read it together with the sentences around it. What the agent made of it does not matter here.",
    menu: [
      { verdict: "relevant", meaning: "it has to do with something that the user asks", value: 1 },
      { verdict: "not relevant", meaning: "it does not", value: 0 },
      { verdict: "says nothing", meaning: "it is no statement: a heading, a page number, a fragment" },
    ],
    evidence: "none",
    items: (transcript, testCase) =>
      itemsOr(noContexts(name, tool), contextsOf(transcript, testCase, tool).flatMap(contextSentences)),
    formula: meanOr("nothing that was retrieved says anything"),
    parts: { tool },
  });
}

function contextSentences(context: string, index: number): Item[] {
  return sentencesOf(context).map((text, place) => ({ id: `c${index + 1}.${place + 1}`, text, source: "fact" }));
}

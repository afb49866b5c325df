import type { JsonObject } from "../base/index.ts";
import type { ChatMessage } from "../model/index.ts";
import { answerFields } from "./answer-schema.ts";
import type { Fence } from "./fence.ts";
import { type Refusal, recordBlock, recordRules, refusalNote } from "./prompt-record.ts";
import {
  allEntries,
  evidenceRule,
  type Item,
  type MenuEntry,
  type Question,
  type QuoteSource,
  quoteSources,
} from "./question.ts";

interface PromptParts {
  question: Question;
  /** Turns and facts, as the judge is shown them. */
  record: readonly JsonObject[];
  mark: string;
  fence: Fence;
  refusal?: Refusal | undefined;
}

/** Instructions in the system message, data in the user message, followed by the form of the answer. */
export function questionMessages({ question, record, mark, fence, refusal }: PromptParts): ChatMessage[] {
  const lines = [...record, ...question.items.map(itemLine)];
  const after = [menuWords(question), ...refusalNote(refusal), closingWords(question)];
  return [
    { role: "system", content: systemText(question, mark) },
    { role: "user", content: [recordBlock(lines, { mark, fence, refusal }), ...after].join("\n\n") },
  ];
}

/** What the judge is told before it sees any data. */
export function systemText(question: Question, mark: string): string {
  const { instructions, steps = [] } = question;
  return [
    "You are the judge in an oral exam of a conversational agent. You read the record of one conversation and give a verdict on each item of a list.",
    instructions,
    ...(steps.length === 0 ? [] : [`Go about it like this:\n${numbered(steps)}`]),
    recordRules(mark),
    ...evidenceWords(question),
    answerWords(question),
  ].join("\n\n");
}

export function numbered(steps: readonly string[]): string {
  return steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
}

function itemLine({ id, text, exchange, menu }: Item): JsonObject {
  return {
    item: id,
    ...(exchange === undefined ? {} : { exchange }),
    text,
    ...(menu === undefined
      ? {}
      : { verdicts: Object.fromEntries(menu.map((entry) => [entry.verdict, entry.meaning])) }),
  };
}

function menuWords({ menu, items }: Question): string {
  const own = items.some((item) => item.menu) ? ' An item that has "verdicts" of its own takes one of those.' : "";
  return `The verdicts to choose from:\n${menu.map(entryWords).join("\n")}${own && `\n${own.trim()}`}`;
}

function entryWords({ verdict, meaning }: MenuEntry): string {
  return `- ${JSON.stringify(verdict)}: ${meaning}`;
}

function answerWords(question: Question): string {
  const fields = answerFields(question);
  const examples: Record<string, string> = {
    id: '"id": "…"',
    evidence: '"evidence": ["…"]',
    absent: '"absent": false',
    reasoning: '"reasoning": "…"',
    verdict: '"verdict": "…"',
  };
  return [
    `Answer with JSON and nothing else: {"items": [{${fields.map((field) => examples[field]).join(", ")}}, …]}`,
    "Give each item exactly once, under its id. The reasoning is one or two sentences, written before the verdict. The verdict is one of those on the menu, letter for letter, whatever language the conversation is in.",
  ].join("\n");
}

function closingWords({ items }: Question): string {
  return `Give one verdict for each of these ${items.length} items: ${items.map(({ id }) => id).join(", ")}.`;
}

const sourceWords: Record<QuoteSource, string> = {
  reply: "what the agent said",
  user: "what the user said",
  call: "the arguments of tool calls",
  result: "the results and errors of tool calls",
  fact: "the given facts",
};

/** What the judge is told about quotes; nothing if none are asked for. */
export function evidenceWords(question: Question): string[] {
  const rules = new Map(allEntries(question).map((entry) => [entry.verdict, evidenceRule(question, entry)]));
  const verdictsOf = (rule: string) => [...rules].filter(([, one]) => one === rule).map(([verdict]) => verdict);
  if ([...rules.values()].every((rule) => rule === "none")) return [];
  const { sources = quoteSources } = question;
  const from =
    sources.length === quoteSources.length
      ? "from any turn or fact of the record"
      : `only from ${sources.map((source) => sourceWords[source]).join(", ")}`;
  const quoted = question.quotes === "failures" ? "Only a verdict against the agent has to be quoted. It" : "A verdict";
  const lines = [
    `${quoted} rests on evidence: quotes copied word for word, markup and punctuation included, ${from}. A quote has at least three words, or is the whole of a text. What is left out in the middle of a quote is marked by …; nothing else may be changed. A quote that does not stand in the record makes the whole answer invalid.`,
    ...about(verdictsOf("required"), "give at least one quote."),
    ...about(
      verdictsOf("required-or-absent"),
      'give at least one quote; or, where the verdict rests on something that is nowhere in the record, no quote and "absent": true.',
    ),
    ...about(verdictsOf("optional"), "give a quote where there is one to give."),
    ...about(verdictsOf("none"), "no quote is needed."),
  ];
  return [lines.join("\n")];
}

function about(verdicts: readonly string[], rule: string): string[] {
  if (verdicts.length === 0) return [];
  return [`- For ${verdicts.map((verdict) => JSON.stringify(verdict)).join(", ")}: ${rule}`];
}

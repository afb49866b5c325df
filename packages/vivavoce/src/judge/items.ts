import { type JsonObject, segments } from "../base/index.ts";
import { callsOf, type Exchange, replyOf, type ToolCall, type Transcript } from "../shape/index.ts";
import type { Item } from "./question.ts";

/** What markdown puts before a line: quote marks, headings, bullets, numbers, boxes. */
const lineMarks = /^(?:\s|>|#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\[[^\]]?\]\s)*/;

/**
 * The sentences of a text, in order. Each line of a list is a sentence, without its bullet. Text without a letter or digit
 * is not a sentence.
 *
 * @example sentencesOf("Two steps:\n1. Call Ana.\n2. Wait."); // ["Two steps:", "Call Ana.", "Wait."]
 */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((line) => [...segments(line.replace(lineMarks, ""), "sentence")].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** A transcript, or the part of one that has its exchanges. */
export type Exchanges = Pick<Transcript, "exchanges">;

/**
 * Every sentence that the agent said: `s1.2` is the second of exchange 1.
 *
 * @example judgedMetric({ …, items: sentenceItems })
 */
export function sentenceItems({ exchanges }: Exchanges): Item[] {
  return exchanges.flatMap((exchange) =>
    sentencesOf(replyOf(exchange)).map((text, index) => ({
      id: `s${exchange.number}.${index + 1}`,
      text,
      exchange: exchange.number,
      source: "reply" as const,
    })),
  );
}

/** Whether the agent says anything there; an exchange in which it only calls tools has no words. */
export function saysWords(exchange: Exchange): boolean {
  return sentencesOf(replyOf(exchange)).length > 0;
}

/**
 * Every reply that has words: `a1` is that of exchange 1.
 *
 * @example judgedMetric({ …, items: replyItems })
 */
export function replyItems({ exchanges }: Exchanges): Item[] {
  return exchanges
    .map((exchange) => ({ exchange: exchange.number, text: replyOf(exchange).trim() }))
    .filter(({ text }) => text !== "")
    .map(({ exchange, text }) => ({ id: `a${exchange}`, text, exchange, source: "reply" }));
}

/**
 * Every line of the user: `u1` opens exchange 1.
 *
 * @example judgedMetric({ …, items: userItems })
 */
export function userItems({ exchanges }: Exchanges): Item[] {
  return exchanges.flatMap(({ number, user }) =>
    user?.content ? [{ id: `u${number}`, text: user.content, exchange: number, source: "user" as const }] : [],
  );
}

/**
 * Every tool call as it was proposed: `t1.2` is the second of exchange 1.
 *
 * @example judgedMetric({ …, items: callItems })
 */
export function callItems({ exchanges }: Exchanges): Item[] {
  return exchanges.flatMap((exchange) =>
    callsOf(exchange).map((call, index) => ({
      id: `t${exchange.number}.${index + 1}`,
      text: JSON.stringify(shownCall(call).proposed),
      exchange: exchange.number,
      source: "call" as const,
    })),
  );
}

/** A call as the agent made it, with why it could not run and whether it was allowed; and what came of it. */
export function shownCall(call: ToolCall): { proposed: JsonObject; outcome: JsonObject } {
  const { id, name, agent, arguments: given, raw, invalid, approval, executed, result, error } = call;
  const proposed = {
    id,
    name,
    ...(agent === undefined ? {} : { agent }),
    arguments: given,
    ...(raw === undefined ? {} : { raw }),
    ...(invalid === undefined ? {} : { invalid }),
    ...(approval === undefined ? {} : { approval: approval.decision }),
    ...(approval?.reason === undefined ? {} : { approvalReason: approval.reason }),
    ...(executed === undefined ? {} : { executed }),
  };
  const outcome = {
    ...(result === undefined ? {} : { result }),
    ...(error === undefined ? {} : { error: { message: error.message, ...(error.code ? { code: error.code } : {}) } }),
  };
  return { proposed, outcome };
}

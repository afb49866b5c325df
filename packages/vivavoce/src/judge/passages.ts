import type { JsonValue } from "../base/index.ts";
import { type Exchange, replyOf, type ToolCall } from "../transcript/index.ts";
import { fold, withoutOuterMarks } from "./fold.ts";
import type { Fact, JudgeQuote } from "./question.ts";
import type { ShownConversation } from "./record.ts";
import { callOutcome, proposedCall } from "./turns.ts";

/** One text of the record that words can be quoted from. */
export interface Passage extends JudgeQuote {
  folded: string;
  /** The text that a quote of the whole passage has. */
  whole: string;
}

/**
 * Everything that can be quoted: first what the agent said and did, then results, the user's lines, and facts. If the same
 * words occur twice, the first place counts.
 */
export function passagesOf({ history, exchanges }: ShownConversation, facts: readonly Fact[]): Passage[] {
  return [
    ...exchanges.flatMap(exchangeTexts),
    ...history.map(({ role, content }): JudgeQuote => ({ text: content, source: role === "user" ? "user" : "reply" })),
    ...facts.map(({ text }): JudgeQuote => ({ text, source: "fact" })),
  ].map((quote) => {
    const folded = fold(quote.text);
    return { ...quote, folded, whole: withoutOuterMarks(folded) };
  });
}

function exchangeTexts(played: Exchange): JudgeQuote[] {
  const { number: exchange, user, items } = played;
  const texts = items.flatMap((item) => (item.type === "text" ? [item.text, item.unheard ?? ""] : [])).filter(Boolean);
  const calls = items.flatMap((item) => (item.type === "call" ? [item.call] : []));
  return [
    ...texts.map((text): JudgeQuote => ({ text, exchange, source: "reply" })),
    ...(texts.length > 1 ? [{ text: replyOf(played), exchange, source: "reply" as const }] : []),
    ...calls.flatMap((call) => argumentTexts(call)).map((text): JudgeQuote => ({ text, exchange, source: "call" })),
    ...calls.flatMap((call) => outcomeTexts(call)).map((text): JudgeQuote => ({ text, exchange, source: "result" })),
    ...(user?.content ? [{ text: user.content, exchange, source: "user" as const }] : []),
  ];
}

function argumentTexts(call: ToolCall): string[] {
  const { arguments: given, executed, raw, name } = call;
  return [
    ...(raw === undefined ? [] : [raw]),
    ...stringsIn(given),
    ...stringsIn(executed ?? null),
    `${name}(${JSON.stringify(given)})`,
    // Without the approval: its reason is not what the agent said.
    JSON.stringify(proposedCall({ ...call, approval: undefined })),
  ];
}

function outcomeTexts(call: ToolCall): string[] {
  const { result, error, approval } = call;
  return [
    ...(result === undefined
      ? []
      : [...stringsIn(result), ...(typeof result === "string" ? [] : [JSON.stringify(result)])]),
    ...(error === undefined ? [] : [error.message]),
    ...(approval?.reason === undefined ? [] : [approval.reason]),
    ...(result === undefined && error === undefined ? [] : [JSON.stringify(callOutcome(call))]),
  ];
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((field) => stringsIn(field));
}

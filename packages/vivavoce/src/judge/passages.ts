import { fold, type JsonValue, withoutOuterMarks } from "../base/index.ts";
import { type Exchange, replyOf, type ToolCall } from "../shape/index.ts";
import type { Fact, JudgeQuote } from "./question.ts";
import type { ShownConversation } from "./record.ts";
import { callOutcome, proposedCall } from "./turns.ts";

/** One text of the record that words can be quoted from. */
export interface Passage extends JudgeQuote {
  folded: string;
  /** The text that a quote of the whole passage has. */
  whole: string;
  /** What the agent said or did in the exam, and its effects; the state of the world; the rest, which is the setting. */
  kind: "deed" | "before" | "after" | "setting";
}

/**
 * Everything that can be quoted: first what the agent said and did, then results, the user's lines, and facts. If the same
 * words occur twice, the first place counts.
 */
export function passagesOf({ history, exchanges }: ShownConversation, facts: readonly Fact[]): Passage[] {
  return [
    ...exchanges.flatMap(exchangeTexts),
    ...history.map(({ role, content }): JudgeQuote => ({ text: content, source: role === "user" ? "user" : "reply" })),
    ...facts.map(({ id, text }): Place => ({ text, source: "fact", kind: worldKinds.get(id) })),
  ].map(({ kind = "setting", ...quote }: Place) => {
    const folded = fold(quote.text);
    return { ...quote, folded, whole: withoutOuterMarks(folded), kind };
  });
}

type Place = JudgeQuote & { kind?: Passage["kind"] | undefined };

const worldKinds = new Map<string, Passage["kind"]>([
  ["world-before", "before"],
  ["world-after", "after"],
  ["world-changes", "deed"],
]);

function exchangeTexts(played: Exchange): Place[] {
  const { number: exchange, user, items } = played;
  const texts = items.flatMap((item) => (item.type === "text" ? [item.text, item.unheard ?? ""] : [])).filter(Boolean);
  const calls = items.flatMap((item) => (item.type === "call" ? [item.call] : []));
  const placed = (source: JudgeQuote["source"], found: readonly string[], kind: Passage["kind"] = "deed") =>
    found.map((text): Place => ({ text, exchange, source, kind }));
  return [
    ...placed("reply", texts),
    ...placed("reply", texts.length > 1 ? [replyOf(played)] : []),
    ...placed("call", calls.flatMap(argumentTexts)),
    ...placed("result", calls.flatMap(outcomeTexts)),
    // Who turned a call down or let it pass was not the agent.
    ...placed(
      "result",
      calls.flatMap(({ approval }) => approval?.reason ?? []),
      "setting",
    ),
    ...placed("user", user?.content ? [user.content] : [], "setting"),
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
  const { result, error } = call;
  return [
    ...(result === undefined
      ? []
      : [...stringsIn(result), ...(typeof result === "string" ? [] : [JSON.stringify(result)])]),
    ...(error === undefined ? [] : [error.message]),
    ...(result === undefined && error === undefined ? [] : [JSON.stringify(callOutcome(call))]),
  ];
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((field) => stringsIn(field));
}

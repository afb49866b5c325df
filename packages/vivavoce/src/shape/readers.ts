import { type ExpectedForm, expectedForm, marksIn } from "../base/index.ts";
import type { ToolCall } from "./tool-call.ts";
import type { Exchange, SaidLine, Transcript, Usage } from "./transcript.ts";

/**
 * Everything the user heard from the agent in an exchange, as one text.
 *
 * @example transcript.exchanges.map(replyOf)
 */
export function replyOf({ items }: Pick<Exchange, "items">): string {
  return items.flatMap((item) => (item.type === "text" && item.text !== "" ? [item.text] : [])).join("\n\n");
}

/**
 * Everything the agent said in an exchange, also what the user did not hear.
 *
 * @example transcript.exchanges.map(wholeReplyOf)
 */
export function wholeReplyOf({ items }: Pick<Exchange, "items">): string {
  return items
    .flatMap((item) => (item.type === "text" ? [[item.text, item.unheard].filter(Boolean).join(" ")] : []))
    .join("\n\n");
}

/** What the user says, with a silence in words. */
export function lineInWords({ content, silence }: SaidLine): string {
  return silence === undefined ? content : "(silence)";
}

/** The number of the exchange that was played last; undefined if none was. */
export function lastExchange({ exchanges }: Pick<Transcript, "exchanges">): number | undefined {
  return exchanges.at(-1)?.number;
}

/** Whether the agent hung up or stayed quiet, in words; undefined if it did neither. */
export function departureOf({ outcome, exchanges }: Pick<Transcript, "outcome" | "exchanges">): string | undefined {
  if (outcome.kind === "completed" && outcome.ended?.by === "agent") {
    const { reason, unsaid } = outcome.ended;
    const left = unsaid.length === 0 ? "" : `, with ${unsaid.length} of the user's lines unsaid`;
    return `exchange ${exchanges.at(-1)?.number ?? 0}: the agent hung up${reason ? ` (${reason})` : ""}${left}`;
  }
  const quiet = exchanges.find((exchange) => exchange.quiet);
  return quiet && `exchange ${quiet.number}: the agent stayed quiet`;
}

/**
 * The calls of one exchange, in order.
 *
 * @example transcript.exchanges.flatMap(callsOf)
 */
export function callsOf(exchange: Exchange): ToolCall[] {
  return exchange.items.filter((item) => item.type === "call").map((item) => item.call);
}

/**
 * Every call of the conversation with the exchange it was made in.
 *
 * @example allCalls(transcript).map(({ exchange, call }) => `${exchange}: ${call.name}`)
 */
export function allCalls(transcript: Transcript): { exchange: number; call: ToolCall }[] {
  return transcript.exchanges.flatMap((exchange) =>
    callsOf(exchange).map((call) => ({ exchange: exchange.number, call })),
  );
}

/**
 * The conversation as plain messages, history included.
 *
 * @example messagesOf(transcript).at(-1)?.content
 */
export function messagesOf(transcript: Transcript): { role: "user" | "assistant"; content: string }[] {
  const spoken = transcript.exchanges.flatMap((exchange) => {
    const reply = replyOf(exchange);
    return [
      ...(exchange.user ? [{ role: "user" as const, content: lineInWords(exchange.user) }] : []),
      ...(reply ? [{ role: "assistant" as const, content: reply }] : []),
    ];
  });
  return [...transcript.history, ...spoken];
}

/** The sum of what is known; undefined when nothing is. */
export function sumKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0);
}

/** The sum, if every part is known: a missing part makes it unknown, never smaller. */
export function wholeSum(values: readonly (number | undefined)[]): number | undefined {
  return values.every((value) => value !== undefined) ? sumKnown(values) : undefined;
}

/** The same for tokens. */
export function wholeUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  return usages.every((usage) => usage !== undefined) ? addUsage(usages) : undefined;
}

/** The tokens that are known; undefined when none are. */
export function addUsage(usages: readonly (Usage | undefined)[]): Usage | undefined {
  const known = usages.filter((usage) => usage !== undefined);
  if (known.length === 0) return undefined;
  const cachedTokens = sumKnown(known.map((usage) => usage.cachedTokens));
  const reasoningTokens = sumKnown(known.map((usage) => usage.reasoningTokens));
  return {
    inputTokens: sumKnown(known.map((usage) => usage.inputTokens)) ?? 0,
    outputTokens: sumKnown(known.map((usage) => usage.outputTokens)) ?? 0,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}

const forms = new WeakMap<Transcript, ExpectedForm>();

/** The form of expectations for a transcript in which marks replace secrets. */
export function inFormOf(transcript: Transcript): ExpectedForm {
  const form = forms.get(transcript) ?? expectedForm(marksIn(transcript));
  forms.set(transcript, form);
  return form;
}

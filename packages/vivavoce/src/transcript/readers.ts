import type { ToolCall } from "./tool-call.ts";
import type { Exchange, Transcript, Usage } from "./transcript.ts";

/** All that the agent said in an exchange, as one text. */
export function replyOf(exchange: Exchange): string {
  return exchange.items
    .filter((item) => item.type === "text")
    .map((item) => item.text)
    .join("\n\n");
}

/** The calls of one exchange, in order. */
export function callsOf(exchange: Exchange): ToolCall[] {
  return exchange.items.filter((item) => item.type === "call").map((item) => item.call);
}

/** Every call of the conversation with the exchange it was made in. */
export function allCalls(transcript: Transcript): { exchange: number; call: ToolCall }[] {
  return transcript.exchanges.flatMap((exchange) =>
    callsOf(exchange).map((call) => ({ exchange: exchange.number, call })),
  );
}

/** The conversation as plain messages, history included. */
export function messagesOf(transcript: Transcript): { role: "user" | "assistant"; content: string }[] {
  const spoken = transcript.exchanges.flatMap((exchange) => {
    const reply = replyOf(exchange);
    return [
      ...(exchange.user ? [{ role: "user" as const, content: exchange.user.content }] : []),
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

/** The sum, where every part is known: one that is missing makes it unknown, never smaller. */
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

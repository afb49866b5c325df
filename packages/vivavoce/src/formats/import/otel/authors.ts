import type { Place } from "../../../base/index.ts";
import { type SpanKind, textIn } from "./span-kinds.ts";
import type { SpanMessages } from "./span-messages.ts";
import type { Span } from "./spans.ts";

/** A span that says something about a conversation. */
export interface TracedSpan extends Span {
  kind: Exclude<SpanKind, "other">;
  messages: SpanMessages;
  place: Place;
}

/** The same with who made it, and its place in the conversation. */
export interface SpanOfAgent extends TracedSpan {
  /** How many agents and tools are above it: the one that talks with the user has the fewest. */
  depth: number;
  agent: string | undefined;
  /** The model call around it, if it is one itself: then two layers recorded the same call. */
  within: SpanOfAgent | undefined;
  /** The outermost agent's span around it. */
  root: SpanOfAgent | undefined;
  /** The number of the exchange that it belongs to, when that is known. */
  exchange: number;
}

/** Every span's kind and parent, including spans that an import leaves out. */
export type Family = ReadonlyMap<string, { parentId: string; kind: SpanKind }>;

/** Deeper chains of spans are not followed to their end. */
const deepest = 200;

/** Looks up who made each span. */
export function withAuthors(given: readonly TracedSpan[], family: Family): SpanOfAgent[] {
  const spans = given.map(
    (span): SpanOfAgent => ({
      ...span,
      depth: 0,
      agent: textIn(span, "agent"),
      within: undefined,
      root: undefined,
      exchange: -1,
    }),
  );
  const byId = new Map(spans.map((span) => [`${span.traceId}:${span.spanId}`, span]));
  for (const span of spans) {
    let key = `${span.traceId}:${span.parentId}`;
    for (let level = 0; level < deepest && family.has(key); level++) {
      const kind = family.get(key)?.kind;
      if (kind === "agent" || kind === "tool") span.depth += 1;
      const above = byId.get(key);
      if (above?.kind === "model" && span.kind === "model" && span.depth === 0) span.within ??= above;
      if (above?.kind === "agent") {
        span.agent ??= textIn(above, "agent");
        span.root = above;
      }
      key = `${span.traceId}:${family.get(key)?.parentId ?? ""}`;
    }
  }
  return spans;
}

/** The model calls that talk with the user: those with messages and the fewest agents and tools above them. */
export function speakingSpans(spans: readonly SpanOfAgent[]): Set<SpanOfAgent> {
  const withText = (kind: SpanOfAgent["kind"]) => spans.filter((span) => span.kind === kind && hasMessages(span));
  const calls = withText("model");
  const candidates = calls.length > 0 ? calls : withText("agent");
  const top = Math.min(...candidates.map(({ depth }) => depth));
  return new Set(candidates.filter(({ depth }) => depth === top));
}

export function mainAgent(spans: readonly SpanOfAgent[]): string | undefined {
  const outermost = spans.filter(({ kind }) => kind === "agent").toSorted((a, b) => a.depth - b.depth);
  return outermost.map((span) => textIn(span, "agent")).find(Boolean) ?? spans.map(({ agent }) => agent).find(Boolean);
}

/** The spans that record a model call which another span records as well: the one with messages counts. */
export function repeatsAmong(spans: readonly SpanOfAgent[]): Set<SpanOfAgent> {
  const repeats = new Set<SpanOfAgent>();
  for (const span of spans)
    if (span.within) repeats.add(hasMessages(span.within) || !hasMessages(span) ? span : span.within);
  return repeats;
}

export function hasMessages({ messages }: TracedSpan): boolean {
  return messages.input.length + messages.output.length > 0;
}

import type { Place } from "../../../base/index.ts";
import { agentIn, type SpanKind } from "./span-kinds.ts";
import type { SpanMessages } from "./span-messages.ts";
import type { Span } from "./spans.ts";

/** Who made a span, and its distance from the agent that talks with the user. */
export interface Author {
  depth: number;
  agent: string | undefined;
  /** The model call around it, if it is one itself: then two layers recorded the same call. */
  within: TracedSpan | undefined;
  /** The outermost agent's span around it. */
  root: TracedSpan | undefined;
}

/** Deeper chains of spans are not followed to their end. */
const deepest = 200;

/** The depth of a span counts the agents and tools above it. */
export function authorsOf(spans: readonly TracedSpan[], family: Family): Map<TracedSpan, Author> {
  const byId = new Map(spans.map((span) => [`${span.traceId}:${span.spanId}`, span]));
  const authorOf = (span: TracedSpan): Author => {
    const author: Author = { depth: 0, agent: agentIn(span), within: undefined, root: undefined };
    let key = `${span.traceId}:${span.parentId}`;
    for (let level = 0; level < deepest && family.has(key); level++) {
      const kind = family.get(key)?.kind;
      if (kind === "agent" || kind === "tool") author.depth += 1;
      const above = byId.get(key);
      if (above?.kind === "model" && span.kind === "model" && author.depth === 0) author.within ??= above;
      if (above?.kind === "agent") {
        author.agent ??= agentIn(above);
        author.root = above;
      }
      key = `${span.traceId}:${family.get(key)?.parentId ?? ""}`;
    }
    return author;
  };
  return new Map(spans.map((span) => [span, authorOf(span)]));
}

/** The model calls that talk with the user: those with messages and the fewest agents and tools above them. */
export function speakingSpans(spans: readonly TracedSpan[], authors: ReadonlyMap<TracedSpan, Author>): Set<TracedSpan> {
  const withText = (kind: TracedSpan["kind"]) => spans.filter((span) => span.kind === kind && hasMessages(span));
  const calls = withText("model");
  const candidates = calls.length > 0 ? calls : withText("agent");
  const top = Math.min(...candidates.map((span) => authors.get(span)?.depth ?? 0));
  return new Set(candidates.filter((span) => authors.get(span)?.depth === top));
}

export function mainAgent(spans: readonly TracedSpan[], authors: ReadonlyMap<TracedSpan, Author>): string | undefined {
  const outermost = spans
    .filter(({ kind }) => kind === "agent")
    .toSorted((a, b) => (authors.get(a)?.depth ?? 0) - (authors.get(b)?.depth ?? 0));
  return outermost.map(agentIn).find(Boolean) ?? spans.map((span) => authors.get(span)?.agent).find(Boolean);
}

/** The spans without those that record a model call which another span records as well: the one with messages counts. */
export function withoutRepeats(spans: readonly TracedSpan[], authors: ReadonlyMap<TracedSpan, Author>): TracedSpan[] {
  const repeats = new Set<TracedSpan>();
  for (const span of spans) {
    const around = authors.get(span)?.within;
    if (around) repeats.add(hasMessages(around) || !hasMessages(span) ? span : around);
  }
  return spans.filter((span) => !repeats.has(span));
}

export function hasMessages({ messages }: TracedSpan): boolean {
  return messages.input.length + messages.output.length > 0;
}

/** A span that says something about a conversation. */
export interface TracedSpan extends Span {
  kind: Exclude<SpanKind, "other">;
  messages: SpanMessages;
  place: Place;
}

/** Every span's kind and parent, including spans that an import leaves out. */
export type Family = ReadonlyMap<string, { parentId: string; kind: SpanKind }>;

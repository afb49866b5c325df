import type { Place } from "../../../base/index.ts";
import type { SpanKind } from "./span-kinds.ts";
import type { SpanMessages } from "./span-messages.ts";
import type { Span } from "./spans.ts";

/** A span that says something about a conversation. */
export interface TracedSpan extends Span {
  kind: Exclude<SpanKind, "other">;
  messages: SpanMessages;
  place: Place;
}

/** Every span's kind and parent, including spans that an import leaves out. */
export type Family = ReadonlyMap<string, { parentId: string; kind: SpanKind }>;

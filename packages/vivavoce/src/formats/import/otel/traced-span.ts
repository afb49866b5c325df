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

/** What every span above another one is, for those that an import leaves out too. */
export type Family = ReadonlyMap<string, { parentId: string; kind: SpanKind }>;

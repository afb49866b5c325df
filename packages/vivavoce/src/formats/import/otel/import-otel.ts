import { isJsonObject } from "../../../base/index.ts";
import type { Collected, Importer } from "../collected.ts";
import { addTraced } from "./conversation.ts";
import { kindOf, type SpanKind, textIn } from "./span-kinds.ts";
import { hasMessages, messagesOf, type TracedSpan } from "./span-messages.ts";
import { eventsIn, type Span, type SpanEvent, spansIn } from "./spans.ts";
import { MessagePool } from "./timeline.ts";

/** Traces in OTLP JSON: spans are gathered from all records of a file, in whatever order they come. */
export function otelImporter(into: Collected): Importer {
  const spans: TracedSpan[] = [];
  const family = new Map<string, { parentId: string; kind: SpanKind }>();
  const logged = new Map<string, SpanEvent[]>();
  const conversations = new Map<string, Set<string>>();
  const pool = new MessagePool();
  return {
    take(record) {
      const place = record.place();
      const { value } = record;
      if (!isJsonObject(value) || !(Array.isArray(value.resourceSpans) || Array.isArray(value.resourceLogs))) {
        const remedy = "a request has a list called resourceSpans; protobuf and other exporters' JSON are not read";
        return void into.report.lost("this is not an OTLP request in JSON", place, remedy);
      }
      for (const { spanId, event } of eventsIn(value)) {
        const events = logged.get(spanId) ?? [];
        logged.set(spanId, events);
        events.push(event);
      }
      for (const span of spansIn(value)) {
        const key = `${span.traceId}:${span.spanId}`;
        const kind = kindOf(span);
        if (family.has(key)) {
          into.report.note("dropped", "span exported twice", "the first one counts", place, span.name);
          continue;
        }
        family.set(key, { parentId: span.parentId, kind });
        const conversation = textIn(span, "conversation");
        if (conversation !== undefined)
          conversations.set(span.traceId, (conversations.get(span.traceId) ?? new Set()).add(conversation));
        if (kind === "other") {
          const which = `${span.name} ${span.spanId}`;
          into.report.note("dropped", namedOther(span), "not part of a conversation", place, which);
        } else spans.push({ ...withoutBallast(span), kind, messages: pooled(messagesOf(span), pool), place });
      }
    },
    finish() {
      for (const span of spans) {
        const events = logged.get(span.spanId);
        if (events && !hasMessages(span))
          span.messages = pooled(messagesOf({ ...span, events: [...span.events, ...events] }), pool);
      }
      for (const [id, members] of grouped(spans, conversations)) addTraced(into, id, members, family);
    },
  };
}

function namedOther(span: Span): string {
  const operation = span.attributes.get("gen_ai.operation.name");
  if (operation !== undefined) return `span ${String(operation)}`;
  return isAboutModels(span) ? "span around model calls" : "span without GenAI attributes";
}

function pooled({ input, output }: TracedSpan["messages"], pool: MessagePool): TracedSpan["messages"] {
  return { input: pool.take(input), output: pool.take(output) };
}

/** The messages have been read: keeping their text with every span would keep every history. */
function withoutBallast(span: Span): Span {
  const short = [...span.attributes].filter(
    ([name]) =>
      !/messages|^gen_ai\.(?:prompt|completion)|^llm\.(?:prompts|completions|input_|output_)|^ai\.(?:prompt|response)/.test(
        name,
      ),
  );
  return { ...span, attributes: new Map(short), events: [] };
}

/** Grouped by the conversation that a span names, or that all spans of its trace name, else by trace; in order of time. */
function grouped(
  spans: readonly TracedSpan[],
  conversations: ReadonlyMap<string, Set<string>>,
): Map<string, TracedSpan[]> {
  const inOrder = spans.toSorted((a, b) => (a.start || 0) - (b.start || 0));
  return Map.groupBy(inOrder, (span) => {
    const named = conversations.get(span.traceId);
    return textIn(span, "conversation") ?? (named?.size === 1 ? [...named][0] : undefined) ?? (span.traceId || "trace");
  });
}

/** Whether it has anything to do with a model at all. */
function isAboutModels({ attributes }: Span): boolean {
  return [...attributes.keys()].some((name) => /^(?:gen_ai|llm|openinference|traceloop|ai)\./.test(name));
}

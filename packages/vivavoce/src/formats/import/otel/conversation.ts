import { plural } from "../../../base/index.ts";
import type { Exchange, Outcome } from "../../../shape/index.ts";
import type { LooseMessage } from "../../transcripts/chat-message.ts";
import { conversationOf } from "../../transcripts/from-messages.ts";
import { caseOf, spokenIn } from "../chat/import-chat.ts";
import type { Collected } from "../collected.ts";
import type { ImportReport } from "../import-report.ts";
import { textOf } from "../safe-json.ts";
import { addSpans } from "./add-spans.ts";
import { type SpanKind, textIn, usageIn } from "./span-kinds.ts";
import { hasMessages, type SpanOfAgent, type TracedSpan } from "./span-messages.ts";
import { Timeline } from "./timeline.ts";

const becomes: Record<TracedSpan["kind"], string> = {
  model: "what was said, with its tokens and times",
  tool: "tool calls, with results and errors",
  agent: "who acted, and how long the user waited",
};

/** Why a case has no place for what such a span says. */
const beyondCases: Record<TracedSpan["kind"], string | undefined> = {
  model: undefined,
  tool: "a case has no results of tools; use --as transcripts",
  agent: "a case does not say who acted, nor when; use --as transcripts",
};

/** Adds the conversation of some spans, which are in the order they began. */
export function addTraced(into: Collected, name: string, given: readonly TracedSpan[], family: Family): void {
  const { report } = into;
  const place = given[0]?.place ?? { file: "" };
  const all = withAuthors(given, family);
  const repeats = repeatsAmong(all);
  for (const span of all.filter((one) => repeats.has(one)))
    report.note("dropped", "model call recorded twice", "of two nested spans only one counts", span.place, span.name);
  const spans = all.filter((one) => !repeats.has(one));
  const speakers = speakingSpans(spans);
  const timeline = timelineOf(spans, speakers, report);
  if (!timeline.messages.some(({ role, text }) => role === "user" && text.trim() !== "")) {
    const why = "it has no line of a user; enable the capture of message content where traces are recorded";
    const which = `${name}: ${plural(spans.length, "span")}`;
    return void report.note("dropped", "conversation without messages", why, place, which);
  }
  noteGaps(report, spans, timeline);
  for (const [root, calls] of Map.groupBy(speakers, (span) => span.root)) {
    const lines = new Set(calls.map(({ exchange }) => exchange)).size;
    // A guard or a router that asks a model beside the agent looks like a line of the user.
    const kind = "several exchanges within one agent's span";
    if (root && lines > 1) report.note("changed", kind, "look whether each is the user's", root.place, name);
  }
  const id = into.givenId(name, place);
  for (const { kind, place, name } of spans) {
    const what = `span of a${kind === "agent" ? "n" : ""} ${kind}`;
    const lost = into.as === "cases" ? beyondCases[kind] : undefined;
    if (lost === undefined) report.note("imported", what, becomes[kind], place);
    else report.note("dropped", what, lost, place, name);
  }
  for (const { media } of timeline.messages)
    for (const kind of media) report.note("changed", `${kind} part`, `the mark [${kind}] in the text`, place);
  if (into.as === "cases") return void into.addCase(caseOf(into, id, timeline.messages, { place }), place);
  for (const text of spokenIn(timeline.messages).system)
    report.note("dropped", "system instructions", "a system prompt belongs to the agent", place, text);
  const { exchanges, outcome, flaws } = conversationOf(
    timeline.messages.filter(({ role, text, results }) => role !== "user" || text.trim() !== "" || results.length > 0),
  );
  for (const { message } of flaws)
    report.note("dropped", "part of a message", "it does not fit into the conversation", place, message);
  const main = mainAgent(spans);
  addSpans(exchanges, spans, speakers, main);
  const agent = main ?? spans.find(({ service }) => service)?.service;
  into.addRecorded(id, { exchanges, outcome: endOf(spans, exchanges, outcome), flaws: [] }, place, agent);
}

/** What was said, by the model calls that talk with the user; every span learns which exchange it belongs to. */
function timelineOf(spans: readonly SpanOfAgent[], speakers: ReadonlySet<SpanOfAgent>, report: ImportReport): Timeline {
  const timeline = new Timeline();
  const [, ...later] = speakers;
  for (const span of spans) {
    const { error, name, place, messages } = span;
    if (speakers.has(span)) timeline.request(messages.input);
    span.exchange = timeline.exchange;
    if (!speakers.has(span)) continue;
    // What a failed call had said so far was not heard where the same was asked again.
    const next = later.shift();
    if (error !== undefined && next && sameMessages(messages.input, next.messages.input)) {
      if (messages.output.length > 0)
        report.note("dropped", "answer of a failed call", "the same was asked again", place, name);
      continue;
    }
    timeline.answer(messages.output.slice(0, 1));
    for (const _ of messages.output.slice(1))
      report.note("dropped", "further choice of an answer", "the first one was said", place, name);
  }
  return timeline;
}

function noteGaps(report: ImportReport, spans: readonly SpanOfAgent[], { breaks }: Timeline): void {
  for (const span of spans.filter(({ kind }) => kind === "model")) {
    const missed = (what: string, becomes: string) =>
      report.note("dropped", `model call without ${what}`, becomes, span.place, `${span.name} ${span.spanId}`);
    if (!hasMessages(span)) missed("messages", "it counts as a model call; content capture was off");
    if (!usageIn(span)) missed("token counts", "the tokens of its exchange are unknown");
  }
  const place = spans[0]?.place ?? { file: "" };
  for (let number = 0; number < breaks; number++)
    report.note("changed", "history that does not continue", "continued from its last line of the user", place);
}

/** A model that failed at the end is an outage; an agent that failed without one has failed itself. */
function endOf(spans: readonly SpanOfAgent[], exchanges: readonly Exchange[], outcome: Outcome): Outcome {
  const exchange = exchanges.at(-1)?.number ?? 0;
  const lastCall = spans.findLast(({ kind }) => kind === "model");
  if (lastCall?.error !== undefined) return { kind: "infrastructure", message: textOf(lastCall.error), exchange };
  const lastAgent = spans.findLast(({ kind }) => kind === "agent");
  if (lastAgent?.error !== undefined && outcome.kind === "completed")
    return { kind: "agent-failed", reason: "threw", message: lastAgent.error, exchange };
  return outcome;
}

/** The pool holds each message once. */
function sameMessages(one: readonly LooseMessage[], other: readonly LooseMessage[]): boolean {
  return one.length === other.length && one.every((message, index) => message === other[index]);
}

/** Every span's kind and parent, including spans that an import leaves out. */
type Family = ReadonlyMap<string, { parentId: string; kind: SpanKind }>;

/** Deeper chains of spans are not followed to their end. */
const deepest = 200;

/** Looks up who made each span. */
function withAuthors(given: readonly TracedSpan[], family: Family): SpanOfAgent[] {
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
function speakingSpans(spans: readonly SpanOfAgent[]): Set<SpanOfAgent> {
  const withText = (kind: SpanOfAgent["kind"]) => spans.filter((span) => span.kind === kind && hasMessages(span));
  const calls = withText("model");
  const candidates = calls.length > 0 ? calls : withText("agent");
  const top = Math.min(...candidates.map(({ depth }) => depth));
  return new Set(candidates.filter(({ depth }) => depth === top));
}

function mainAgent(spans: readonly SpanOfAgent[]): string | undefined {
  const outermost = spans.filter(({ kind }) => kind === "agent").toSorted((a, b) => a.depth - b.depth);
  return outermost.map((span) => textIn(span, "agent")).find(Boolean) ?? spans.map(({ agent }) => agent).find(Boolean);
}

/** The spans that record a model call which another span records as well: the one with messages counts. */
function repeatsAmong(spans: readonly SpanOfAgent[]): Set<SpanOfAgent> {
  const repeats = new Set<SpanOfAgent>();
  for (const span of spans)
    if (span.within) repeats.add(hasMessages(span.within) || !hasMessages(span) ? span : span.within);
  return repeats;
}

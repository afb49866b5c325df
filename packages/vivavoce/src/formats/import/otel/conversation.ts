import { type Place, plural } from "../../../base/index.ts";
import type { Exchange, Outcome } from "../../../shape/index.ts";
import type { LooseMessage } from "../../transcripts/chat-message.ts";
import { conversationOf } from "../../transcripts/from-messages.ts";
import { userLines } from "../chat/import-chat.ts";
import type { Collected } from "../collected.ts";
import { addRecorded } from "../recorded.ts";
import { textOf } from "../safe-json.ts";
import { addSpans } from "./add-spans.ts";
import {
  authorsOf,
  type Family,
  hasMessages,
  mainAgent,
  speakingSpans,
  type TracedSpan,
  withoutRepeats,
} from "./authors.ts";
import { usageIn } from "./span-kinds.ts";
import { Timeline } from "./timeline.ts";

const becomes: Record<TracedSpan["kind"], string> = {
  model: "what was said, with its tokens and times",
  tool: "tool calls, with results and errors",
  agent: "who acted, and how long the user waited",
};

/** Adds the conversation of some spans, which are in the order they began. */
export function addTraced(into: Collected, name: string, given: readonly TracedSpan[], family: Family): void {
  const place = given[0]?.place ?? { file: "" };
  const authors = authorsOf(given, family);
  const spans = withoutRepeats(given, authors);
  const counted = new Set(spans);
  for (const span of given.filter((one) => !counted.has(one)))
    into.report.dropped("model call recorded twice", "of two nested spans only one counts", span.place, span.name);
  const speakers = speakingSpans(spans, authors);
  const timeline = new Timeline();
  /** The exchange that each span belongs to. */
  const exchangeOf = new Map<TracedSpan, number>();
  const asked = spans.filter((span) => speakers.has(span)).values();
  asked.next();
  for (const span of spans) {
    if (speakers.has(span)) {
      timeline.request(span.messages.input);
      exchangeOf.set(span, timeline.exchange);
      // What a failed call had said so far was not heard where the same was asked again.
      const next = asked.next().value;
      if (span.error !== undefined && next && sameMessages(span.messages.input, next.messages.input)) {
        if (span.messages.output.length > 0)
          into.report.dropped("answer of a failed call", "the same was asked again", span.place, span.name);
        continue;
      }
      timeline.answer(span.messages.output.slice(0, 1));
      for (const _ of span.messages.output.slice(1))
        into.report.dropped("further choice of an answer", "the first one was said", span.place, span.name);
    } else exchangeOf.set(span, timeline.exchange);
  }
  if (!timeline.messages.some(({ role, text }) => role === "user" && text.trim() !== "")) {
    const why = "it has no line of a user; enable the capture of message content where traces are recorded";
    return void into.report.dropped(
      "conversation without messages",
      why,
      place,
      `${name}: ${plural(spans.length, "span")}`,
    );
  }
  noteGaps(into, spans, timeline);
  const byRoot = Map.groupBy(speakers, (span) => authors.get(span)?.root);
  for (const [root, calls] of byRoot) {
    const lines = new Set(calls.map((call) => exchangeOf.get(call))).size;
    // A guard or a router that asks a model beside the agent looks like a line of the user.
    if (root && lines > 1)
      into.report.changed(
        "several exchanges within one agent's span",
        "look whether each is the user's",
        root.place,
        name,
      );
  }
  const id = into.givenId(name, place);
  for (const span of spans)
    into.report.imported(`span of a${span.kind === "agent" ? "n" : ""} ${span.kind}`, becomes[span.kind], span.place);
  const agent = mainAgent(spans, authors);
  for (const { media } of timeline.messages)
    for (const kind of media) into.report.changed(`${kind} part`, `the mark [${kind}] in the text`, place);
  for (const { role, text } of timeline.messages)
    if (role === "system")
      into.report.note({
        kind: "system instructions",
        fate: into.as === "cases" ? "kept" : "dropped",
        becomes: `${into.as === "cases" ? "data.system; " : ""}a system prompt belongs to the agent`,
        place,
        text,
      });
  if (into.as === "cases") return void into.addCase(caseOf(id, timeline.messages), place);
  const { flaws, ...conversation } = conversationOf(
    timeline.messages.filter(({ role, text, results }) => role !== "user" || text.trim() !== "" || results.length > 0),
  );
  for (const { message } of flaws)
    into.report.dropped("part of a message", "it does not fit into the conversation", place, message);
  const complete = (exchanges: Exchange[], outcome: Outcome): Outcome => {
    addSpans(exchanges, spans, { speakers, exchangeOf, authors, agent });
    return endOf(spans, exchanges, outcome);
  };
  const speaker = agent ?? spans.find(({ service }) => service)?.service;
  addRecorded(into, { id, conversation, place, agent: speaker, complete });
}

function caseOf(id: string, messages: readonly LooseMessage[]) {
  const { lines, opens } = userLines(messages);
  const replies = messages.flatMap(({ role, text }) => (role === "assistant" && text !== "" ? [text] : []));
  const system = messages.flatMap(({ role, text }) => (role === "system" ? [text] : []));
  return {
    id,
    ...(opens ? { opens: "agent" as const } : {}),
    script: lines.map((content) => ({ content })),
    data: { system, replies },
  };
}

function noteGaps({ report }: Collected, spans: readonly TracedSpan[], { breaks }: Timeline): void {
  for (const span of spans) {
    if (span.kind !== "model") continue;
    const about = { place: span.place, text: `${span.name} ${span.spanId}` };
    if (!hasMessages(span))
      report.note({
        kind: "model call without messages",
        fate: "dropped",
        becomes: "it counts as a model call; content capture was off",
        ...about,
      });
    if (!usageIn(span))
      report.note({
        kind: "model call without token counts",
        fate: "dropped",
        becomes: "the tokens of its exchange are unknown",
        ...about,
      });
  }
  const place: Place = spans[0]?.place ?? { file: "" };
  for (let number = 0; number < breaks; number++)
    report.changed("history that does not continue", "continued from its last line of the user", place);
}

/** A model that failed at the end is an outage; an agent that failed without one has failed itself. */
function endOf(spans: readonly TracedSpan[], exchanges: readonly Exchange[], outcome: Outcome): Outcome {
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

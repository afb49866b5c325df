import { unlessAborted } from "../base/index.ts";
import type { Message } from "../shape/index.ts";
import type { AgentContext, AgentEvent, Session } from "./types.ts";

/** One message of the user, for an agent that is told the whole conversation with every message. */
interface Turn {
  message: string;
  /** All that was said before this message, the case's history first: a copy. */
  history: Message[];
  /** What the user heard of the last reply, if this message interrupts it. */
  heard?: string | undefined;
  signal: AbortSignal;
  record(event: AgentEvent): void;
}

/** The session of an agent that is told the whole conversation with every message. */
export function dialogue(
  { case: { history }, record }: Pick<AgentContext, "case" | "record">,
  answer: (turn: Turn) => Promise<void>,
): Required<Pick<Session, "reply" | "interrupt">> {
  const copied = (messages: readonly Message[]) => messages.map((message) => ({ ...message }));
  const said = copied(history);
  /** Several texts of one reply are one message. */
  const kept = (event: AgentEvent): void => {
    record(event);
    if (event.type !== "text" || event.text === "") return;
    const last = said.at(-1);
    if (last?.role !== "assistant") said.push({ role: "assistant", content: event.text });
    else last.content += event.continues ? event.text : `\n\n${event.text}`;
  };
  const reply = (message: string, signal: AbortSignal, heard?: string): Promise<void> => {
    const before = copied(said);
    said.push({ role: "user", content: message });
    return answer({ message, history: before, heard, signal, record: kept });
  };
  return {
    reply: (message, signal) => reply(message, signal),
    interrupt(message, heard, signal) {
      const last = said.at(-1);
      if (last?.role === "assistant") last.content = heard;
      if (last?.role === "assistant" && heard === "") said.pop();
      return reply(message, signal, heard);
    },
  };
}

/** A part of a reply: some words, or an event. */
export type Piece = string | AgentEvent;

/**
 * Records a reply as it comes. Texts in a row are one text, because a stream cuts words anywhere; `continues: false` begins
 * another. After the end of the exchange, it does not wait for the rest.
 */
export async function recordPieces(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  record: (event: AgentEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  let saying = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await unlessAborted(Promise.resolve(iterator.next()), signal);
      if (next.done) return;
      const event: AgentEvent = typeof next.value === "string" ? { type: "text", text: next.value } : next.value;
      record(event?.type === "text" && saying ? { continues: true, ...event } : event);
      saying = event.type === "text" && (saying || event.text !== "");
    }
  } catch (error) {
    // Not awaited, because a generator that hangs would never return.
    void Promise.try(() => iterator.return?.()).catch(() => {});
    throw error;
  }
}

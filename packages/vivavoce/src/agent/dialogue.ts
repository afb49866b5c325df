import { unlessAborted } from "../base/index.ts";
import type { Message } from "../shape/index.ts";
import type { AgentEvent } from "./types.ts";

/** What was said in one conversation so far, for agents that are told all of it with every message. */
export class Dialogue {
  readonly #messages: Message[];

  constructor(history: readonly Message[]) {
    this.#messages = history.map((message) => ({ ...message }));
  }

  /** A copy, so that the agent cannot change the original. */
  get messages(): Message[] {
    return this.#messages.map((message) => ({ ...message }));
  }

  heard(content: string): void {
    this.#messages.push({ role: "user", content });
  }

  /** Several texts of one reply are one message. */
  said(event: AgentEvent): void {
    if (event.type !== "text" || event.text === "") return;
    const last = this.#messages.at(-1);
    if (last?.role !== "assistant") this.#messages.push({ role: "assistant", content: event.text });
    else last.content += event.continues ? event.text : `\n\n${event.text}`;
  }

  /** The user interrupted: only this part of the last reply was heard. */
  cutShort(heard: string): void {
    const last = this.#messages.at(-1);
    if (last?.role !== "assistant") return;
    last.content = heard;
    if (heard === "") this.#messages.pop();
  }
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

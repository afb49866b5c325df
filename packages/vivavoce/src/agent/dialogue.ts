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

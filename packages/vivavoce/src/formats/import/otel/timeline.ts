import type { LooseMessage } from "../../transcripts/chat-message.ts";
import { sameForm } from "./span-kinds.ts";

/** Keeps each message once, because histories repeat it; messages can then be compared by reference. */
export class MessagePool {
  readonly #known = new Map<string, LooseMessage>();

  take(messages: readonly LooseMessage[]): LooseMessage[] {
    return messages.map((message) => {
      const key = keyOf(message);
      const known = this.#known.get(key);
      if (!known) {
        this.#known.set(key, message);
        return message;
      }
      // An answer may be recorded without the ids that the next request gives to its calls.
      for (const [index, call] of known.calls.entries()) call.id ??= message.calls[index]?.id;
      for (const [index, result] of known.results.entries()) result.id ??= message.results[index]?.id;
      return known;
    });
  }
}

function keyOf({ role, text, calls, results }: LooseMessage): string {
  const made = calls.map(({ name, arguments: given }) => [name, sameForm(given)]);
  return JSON.stringify([role, text.trim(), made, results.map(({ value }) => sameForm(value))]);
}

/** The messages of one conversation, put together from calls that each repeat what was said before. */
export class Timeline {
  readonly messages: LooseMessage[] = [];
  readonly #system = new Set<LooseMessage>();
  /** All messages except the system's. */
  readonly #talk: LooseMessage[] = [];
  /** Calls whose history was not the one so far. */
  breaks = 0;
  #exchange = 0;

  /** The number of the exchange that is under way. */
  get exchange(): number {
    return this.#exchange;
  }

  /** Adds what a request says beyond what is known. */
  request(given: readonly LooseMessage[]): void {
    const input = given.filter(({ role }) => role !== "system");
    for (const message of given) if (message.role === "system") this.#instruct(message);
    for (const message of input.slice(this.#knownPart(this.#talk, input))) this.#push(message);
  }

  #instruct(message: LooseMessage): void {
    if (!this.#system.has(message)) this.messages.push(message);
    this.#system.add(message);
  }

  answer(given: readonly LooseMessage[]): void {
    for (const message of given) this.#push(message);
  }

  #push(message: LooseMessage): void {
    // Lines in a row are one turn of the user.
    if (isLine(message) && this.#talk.at(-1)?.role !== "user") this.#exchange += 1;
    this.#talk.push(message);
    this.messages.push(message);
  }

  /** How many messages of a request are known already. */
  #knownPart(known: readonly LooseMessage[], input: readonly LooseMessage[]): number {
    let same = 0;
    while (same < input.length && input[same] === known[same]) same += 1;
    // During tool calls the same line is sent again; after an answer it is a new line.
    const underWay = known.at(-1)?.role !== "assistant" || (known.at(-1)?.calls.length ?? 0) > 0;
    const isNewLine = input.length === 1 && !underWay;
    if (same === known.length || (same === input.length && !isNewLine)) return same;
    // A request may hold only a window of the history: its beginning is the end of the known messages.
    for (let length = Math.min(known.length, input.length, 2_000); length > 0; length--) {
      const from = known.length - length;
      let fits = 0;
      while (fits < length && input[fits] === known[from + fits]) fits += 1;
      if (fits === length) return length;
    }
    const last = input.findLastIndex(isLine);
    const heard = known.findLastIndex(({ role }) => role === "user");
    if (last > 0 || (last === 0 && input.length > 1)) this.breaks += 1;
    if (last === -1 || !underWay || input[last] !== known[heard]) return Math.max(last, 0);
    let after = last + 1;
    const since = known.slice(heard + 1);
    while (after < input.length && since.includes(input[after] as LooseMessage)) after += 1;
    return after;
  }
}

function isLine({ role, text }: LooseMessage): boolean {
  return role === "user" && text.trim() !== "";
}

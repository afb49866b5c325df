import { showValue } from "../../base/index.ts";
import { type Exchange, type LooseToolCall, type Outcome, type ToolCall, toolCallOf } from "../../shape/index.ts";
import { textOf } from "../import/safe-json.ts";
import type { LooseMessage } from "./chat-message.ts";

/** A conversation from chat messages: the part of a transcript that they hold. */
interface ChatConversation {
  exchanges: Exchange[];
  outcome: Outcome;
  /** What in the messages cannot be read or does not fit, and the index of the message. */
  flaws: { index: number; message: string }[];
}

/**
 * The conversation in messages that have been read; a text in the place of one says why it is not a message. Every message
 * of the user begins an exchange; consecutive ones are one. System messages are not part of the conversation. An
 * unanswered exchange is the agent's failure, as in a conversation that Viva plays.
 */
export function conversationOf(messages: readonly (LooseMessage | string)[]): ChatConversation {
  const teller = new Teller();
  for (const [index, message] of messages.entries()) teller.take(message, index);
  const { flaws, exchanges } = teller;
  if (flaws.length === 0 && !exchanges.some(({ user }) => user))
    flaws.push({ index: 0, message: "no message is from a user" });
  const [failed] = [...teller.broken].map(([exchange, why]) => {
    const message = `the answer in exchange ${exchange} is not a reply (${why})`;
    return { kind: "agent-failed", reason: "threw", message, exchange } as const;
  });
  return { exchanges, outcome: failed ?? unlessUnanswered(exchanges, { kind: "completed" }), flaws };
}

/** A conversation is not completed where the agent left a line without an answer, unless it meant to or hung up. */
export function unlessUnanswered(exchanges: readonly Exchange[], outcome: Outcome): Outcome {
  if (outcome.kind !== "completed") return outcome;
  const answered = outcome.ended?.by === "agent" ? exchanges.slice(0, -1) : exchanges;
  const unanswered = answered.find(({ items, quiet }) => items.length === 0 && !quiet);
  if (!unanswered) return outcome;
  const { number: exchange } = unanswered;
  const message = `the agent did not answer exchange ${exchange}`;
  return { kind: "agent-failed", reason: "empty-reply", message, exchange };
}

class Teller {
  readonly exchanges: Exchange[] = [];
  readonly flaws: ChatConversation["flaws"] = [];
  /** By the number of an exchange: why its last answer is not a reply. */
  readonly broken = new Map<number, string>();
  /** By the ids as they are given, and by names; the newest last. */
  readonly #calls = new Map<string, ToolCall[]>();
  readonly #used = new Set<string>();
  readonly #answered = new Set<ToolCall>();
  #made = 0;
  #index = 0;
  #last = "";

  take(message: LooseMessage | string, index: number): void {
    this.#index = index;
    if (typeof message === "string") return void this.#flaw(message);
    if (message.role === "system") return;
    for (const flaw of message.flaws) this.#flaw(flaw);
    if (message.role === "user") this.#user(message);
    else if (message.role === "assistant") this.#assistant(message);
    for (const result of message.results) this.#answer(result);
    // Anthropic's tools answer in messages of the user.
    if (message.role !== "user" || message.text !== "" || message.results.length === 0) this.#last = message.role;
  }

  #user({ text, results }: LooseMessage): void {
    const before = this.exchanges.at(-1);
    if (text === "" && results.length > 0) return;
    if (this.#last === "user" && before?.user) {
      if (text !== "") before.user.content = `${before.user.content}\n\n${text}`;
    } else if (text === "") this.#flaw("the user says nothing in it");
    else
      this.exchanges.push({
        number: before ? before.number + 1 : 1,
        user: { content: text },
        items: [],
        modelCalls: 0,
      });
  }

  #assistant({ parts, broken }: LooseMessage): void {
    const exchange = this.exchanges.at(-1) ?? { number: 0, items: [], modelCalls: 0 };
    if (this.exchanges.length === 0) this.exchanges.push(exchange);
    exchange.modelCalls += 1;
    // Another answer may follow a failed one.
    if (broken === undefined) this.broken.delete(exchange.number);
    else this.broken.set(exchange.number, broken);
    for (const part of parts) {
      if (typeof part === "string")
        exchange.items.push(...(part.trim() === "" ? [] : [{ type: "text" as const, text: part }]));
      else if ("call" in part) exchange.items.push({ type: "call", call: this.#call(part.call, exchange.modelCalls) });
    }
  }

  #call(loose: LooseToolCall, modelCall: number): ToolCall {
    const call = { ...toolCallOf(loose, () => `call-${++this.#made}`), modelCall };
    const given = call.id;
    const before = this.#calls.get(`id ${given}`)?.at(-1);
    // Some models number the calls of each answer anew; a result would not know which of two open calls it is of.
    if (before && !this.#answered.has(before)) this.#flaw(`two tool calls have the id ${showValue(given)}`);
    while (this.#used.has(call.id)) call.id = `${given}#${++this.#made}`;
    this.#used.add(call.id);
    for (const key of [`id ${given}`, `name ${call.name}`, "any"]) {
      const known = this.#calls.get(key);
      if (known) known.push(call);
      else this.#calls.set(key, [call]);
    }
    return call;
  }

  #answer({ id, name, value, failed }: LooseMessage["results"][number]): void {
    const call = id === undefined ? this.#open(name) : (this.#calls.get(`id ${id}`)?.at(-1) ?? this.#open(id));
    if (!call) {
      const which = showValue(id ?? name ?? "");
      return void this.#flaw(`it answers the tool call ${which}, which no message before it makes`);
    }
    this.#answered.add(call);
    if (failed) call.error = { message: textOf(value) };
    else call.result = value;
  }

  /** Without ids, results come in the order of their calls. */
  #open(name: string | undefined): ToolCall | undefined {
    const calls = this.#calls.get(name === undefined ? "any" : `name ${name}`) ?? [];
    while (calls.length > 0 && this.#answered.has(calls[0] as ToolCall)) calls.shift();
    return calls[0];
  }

  #flaw(message: string): void {
    this.flaws.push({ index: this.#index, message });
  }
}

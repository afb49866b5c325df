import { hashOf, isJsonObject, type JsonValue } from "../base/index.ts";
import type { ModelToolCall, RequestReading } from "../model/index.ts";
import type { ToolCall } from "../shape/index.ts";

/** The parts of a request that tell what became of earlier calls. */
export type SentRequest = Pick<RequestReading, "messages" | "results"> & {
  tools: readonly { name: string }[];
  /** The tool that the model has to call. That is a way to get data, so nobody sends a result. */
  forced?: string | undefined;
};

interface Answered {
  calls: ModelToolCall[];
  offered: ReadonlySet<string>;
  /** How many messages the request had, and their hash. */
  count: number;
  hash: string;
}

/** The calls that models asked for, and what later requests of the same conversation say about them. */
export class AskedCalls {
  readonly #answered: Answered[] = [];
  readonly #results = new Map<string, JsonValue>();
  readonly #leftOut = new Set<string>();
  /** Some models number their calls anew in each answer. Of those nothing is known. */
  readonly #repeated = new Set<string>();

  /** Notes a request before it is sent. Returns a function that takes the calls of its answer. */
  send({ messages, results, tools, forced }: SentRequest): (call: ModelToolCall) => void {
    for (const { id, content, isError } of results) this.#results.set(id, isError ? { error: content } : content);
    const offers = new Set(tools.map(({ name }) => name));
    const said = messages.filter(isSaid);
    for (const { calls, count, hash, offered } of this.#answered) {
      if (said.length < count || hashOf(said.slice(0, count).map(plain)) !== hash) continue;
      // A request that no longer offers the tool is about something else, such as a summary.
      for (const { id, name } of calls) if (!offered.has(name) || offers.has(name)) this.#leftOut.add(id);
    }
    const answered = { calls: [] as ModelToolCall[], offered: offers, count: said.length };
    return (call) => {
      if (this.#answered.some(({ calls }) => calls.some(({ id }) => id === call.id))) this.#repeated.add(call.id);
      if (call.name === forced) return;
      if (answered.calls.push(call) === 1) this.#answered.push({ ...answered, hash: hashOf(said.map(plain)) });
    };
  }

  /** The result of a call in a later request. */
  resultOf({ id }: ToolCall): JsonValue | undefined {
    return this.#repeated.has(id) ? undefined : this.#results.get(id);
  }

  /** Whether a later request of the same conversation, with the same tool, has no result of this call. */
  isLeftOut({ id }: ToolCall): boolean {
    return this.#leftOut.has(id) && !this.#results.has(id) && !this.#repeated.has(id);
  }
}

/** A system prompt may hold the time, so it may differ in each request. */
function isSaid(message: JsonValue): boolean {
  return !(isJsonObject(message) && (message.role === "system" || message.role === "developer"));
}

/** Marks for a provider's cache move from message to message. */
function plain(message: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(message, (key, value) => (key === "cache_control" ? undefined : value)));
}

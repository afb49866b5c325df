import { isJsonObject, type JsonValue, showValue, toJsonValue } from "../../base/index.ts";
import { type Exchange, type Outcome, type ToolCall, toolCallOf } from "../../transcript/index.ts";

/** A conversation from chat messages: the part of a transcript that they hold. */
export interface ChatConversation {
  exchanges: Exchange[];
  outcome: Outcome;
}

/** A problem in a list of messages, and the index of the message. */
export interface MessageFlaw {
  index: number;
  message: string;
}

/**
 * Reads chat messages as OpenAI, the AI SDK and Anthropic write them. Every message of the user begins an exchange;
 * consecutive ones are one. System messages are not part of the conversation. An unanswered exchange is the agent's
 * failure, as in a conversation that Viva plays.
 *
 * @example
 * fromMessages([{ role: "user", content: "Hi" }, { role: "assistant", content: "Hello!" }])
 */
export function fromMessages(messages: readonly unknown[]): ChatConversation | { flaws: MessageFlaw[] } {
  const reader = new MessageReader();
  for (const [index, message] of messages.entries()) reader.take(message, index);
  const { flaws, exchanges } = reader;
  if (flaws.length > 0) return { flaws };
  if (!exchanges.some(({ user }) => user)) return { flaws: [{ index: 0, message: "there is no message of a user" }] };
  const unanswered = exchanges.find(({ items }) => items.length === 0);
  if (!unanswered) return { exchanges, outcome: { kind: "completed" } };
  const { number: exchange } = unanswered;
  const message = `the agent did not answer exchange ${exchange}`;
  return { exchanges, outcome: { kind: "agent-failed", reason: "empty-reply", message, exchange } };
}

/** One part of a message's content. */
type Part =
  | { kind: "text"; text: string }
  | { kind: "call"; call: ToolCall }
  | { kind: "result"; id: string; value: JsonValue; isError: boolean };

class MessageReader {
  readonly exchanges: Exchange[] = [];
  readonly flaws: MessageFlaw[] = [];
  readonly #calls = new Map<string, ToolCall>();
  #made = 0;
  #index = 0;
  #last = "";

  take(message: unknown, index: number): void {
    this.#index = index;
    const role = isJsonObject(message) ? message.role : undefined;
    if (role === "system" || role === "developer") return;
    if (!isJsonObject(message) || typeof role !== "string") this.#flaw("it is not a message with a role");
    else if (role === "user" || role === "human") this.#user(message);
    else if (role === "assistant" || role === "ai" || role === "model") this.#assistant(message);
    else if (role === "tool" || role === "function") this.#tool(message);
    else this.#flaw(`its role ${showValue(role)} is not system, user, assistant or tool`);
  }

  #user(message: { [key: string]: JsonValue }): void {
    const parts = this.#parts(message);
    // Anthropic's tools answer in messages of the user.
    const isAnswer = parts.length > 0 && parts.every(({ kind }) => kind === "result");
    this.#results(parts);
    if (isAnswer) return;
    const content = textOf(parts);
    const before = this.exchanges.at(-1);
    if (this.#last === "user" && before?.user) before.user.content = `${before.user.content}\n\n${content}`;
    else if (content === "") this.#flaw("the user's message is empty");
    else {
      const number = before ? before.number + 1 : 1;
      this.exchanges.push({ number, user: { content }, items: [], modelCalls: 0 });
    }
    this.#last = "user";
  }

  #assistant(message: { [key: string]: JsonValue }): void {
    const exchange = this.exchanges.at(-1) ?? { number: 0, items: [], modelCalls: 0 };
    if (exchange.number === 0 && this.exchanges.length === 0) this.exchanges.push(exchange);
    exchange.modelCalls += 1;
    const parts = [...this.#parts(message), ...this.#toolCalls(message)];
    for (const part of parts) {
      if (part.kind === "text" && part.text !== "") exchange.items.push({ type: "text", text: part.text });
      if (part.kind !== "call") continue;
      const call = { ...part.call, modelCall: exchange.modelCalls };
      if (this.#calls.has(call.id)) this.#flaw(`two tool calls have the id ${showValue(call.id)}`);
      this.#calls.set(call.id, call);
      exchange.items.push({ type: "call", call });
    }
    this.#results(parts);
    this.#last = "assistant";
  }

  #tool(message: { [key: string]: JsonValue }): void {
    const { tool_call_id: id, toolCallId = id, name } = message;
    const parts = this.#parts(message);
    if (parts.some(({ kind }) => kind === "result")) this.#results(parts);
    else this.#answer(typeof toolCallId === "string" ? toolCallId : String(name ?? ""), parsed(textOf(parts)), false);
    this.#last = "tool";
  }

  #results(parts: readonly Part[]): void {
    for (const part of parts) if (part.kind === "result") this.#answer(part.id, part.value, part.isError);
  }

  /** Functions of the older form have no ids: the newest call with the name is meant. */
  #answer(id: string, value: JsonValue, isError: boolean): void {
    const call = this.#calls.get(id) ?? [...this.#calls.values()].findLast(({ name }) => name === id);
    if (!call) this.#flaw(`it answers the tool call ${showValue(id)}, but no message before it makes that call`);
    else if (isError) call.error = { message: typeof value === "string" ? value : JSON.stringify(value) };
    else call.result = value;
  }

  #toolCalls({ tool_calls: calls, function_call: single }: { [key: string]: JsonValue }): Part[] {
    const list: JsonValue[] = Array.isArray(calls) ? calls : single ? [{ function: single }] : [];
    return list.flatMap((call): Part[] => {
      const made = isJsonObject(call) ? (call.function ?? call) : undefined;
      if (!isJsonObject(made) || typeof made.name !== "string") {
        this.#flaw("one of its tool calls has no name");
        return [];
      }
      const id = isJsonObject(call) && typeof call.id === "string" ? call.id : undefined;
      return [this.#call(id, made.name, made.arguments)];
    });
  }

  #call(id: string | undefined, name: string, given: unknown): Part {
    return { kind: "call", call: toolCallOf({ id, name, arguments: given }, () => `call-${++this.#made}`) };
  }

  #parts({ parts, content = parts }: { [key: string]: JsonValue }): Part[] {
    if (content === undefined || content === null) return [];
    if (typeof content === "string") return [{ kind: "text", text: content }];
    if (Array.isArray(content)) return content.flatMap((part) => this.#part(part));
    this.#flaw("its content is neither a text nor a list of parts");
    return [];
  }

  #part(part: JsonValue): Part[] {
    if (typeof part === "string") return [{ kind: "text", text: part }];
    if (!isJsonObject(part)) return [];
    const { type, text = type === "text" ? part.content : undefined, refusal } = part;
    if (typeof text === "string" && type !== "reasoning" && type !== "thinking") return [{ kind: "text", text }];
    if (typeof refusal === "string") return [{ kind: "text", text: refusal }];
    const id = part.toolCallId ?? part.tool_use_id ?? part.id;
    const name = part.toolName ?? part.name;
    if ((type === "tool-call" || type === "tool_use" || type === "tool_call") && typeof name === "string") {
      const given = part.input ?? part.args ?? part.arguments;
      return [this.#call(typeof id === "string" ? id : undefined, name, given)];
    }
    if (type === "tool-result" || type === "tool_result" || type === "tool_call_response") {
      const value = part.output ?? part.result ?? part.response ?? part.content ?? null;
      const isError = part.is_error === true || part.isError === true;
      return [{ kind: "result", id: typeof id === "string" ? id : "", value: resultOf(value), isError }];
    }
    // A message of the AI SDK's user interface holds a call and its result in one part, under the tool's name.
    const inOne = typeof type === "string" && typeof id === "string" ? /^tool-(.+)$/.exec(type)?.[1] : undefined;
    if (inOne !== undefined && typeof id === "string") {
      const failed = typeof part.errorText === "string";
      const value = failed ? part.errorText : part.output;
      const result = value === undefined ? [] : [{ kind: "result" as const, id, value, isError: failed }];
      return [this.#call(id, inOne, part.input), ...result];
    }
    // Reasoning is left out; a picture or a sound is replaced by its name.
    return type === "reasoning" || type === "thinking" ? [] : [{ kind: "text", text: `[${String(type ?? "part")}]` }];
  }

  #flaw(message: string): void {
    this.flaws.push({ index: this.#index, message });
  }
}

function textOf(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.kind === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
}

/** The AI SDK wraps a tool's output in its type, Anthropic in a list of texts. */
function resultOf(value: JsonValue): JsonValue {
  if (isJsonObject(value) && typeof value.type === "string" && value.value !== undefined)
    return toJsonValue(value.value);
  const texts = Array.isArray(value) ? value.map((part) => (isJsonObject(part) ? part.text : undefined)) : [];
  if (texts.length > 0 && texts.every((text) => typeof text === "string")) return parsed(texts.join("\n\n"));
  return typeof value === "string" ? parsed(value) : value;
}

/** Tools answer in text; JSON objects and lists among them are read as such. */
function parsed(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return toJsonValue(JSON.parse(text));
  } catch {
    return text;
  }
}

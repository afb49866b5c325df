import { isJsonObject, type JsonValue, showValue, toJsonValue } from "../../base/index.ts";
import { type Exchange, type Outcome, type ToolCall, toolCallOf } from "../../transcript/index.ts";

/** What chat messages say of a conversation: as much of a transcript as they hold. */
export interface ChatConversation {
  exchanges: Exchange[];
  outcome: Outcome;
}

/** Something in a list of messages that cannot be read, and which message it is in, from 0. */
export interface MessageFlaw {
  index: number;
  message: string;
}

/**
 * Reads chat messages as OpenAI, the AI SDK and Anthropic write them. Every message of the user begins an exchange;
 * several in a row are one. What the system says is not part of the conversation. An exchange that nobody answered is
 * the agent's failure, as in a conversation that Viva plays.
 *
 * @example
 * fromMessages([{ role: "user", content: "Hi" }, { role: "assistant", content: "Hello!" }])
 */
export function fromMessages(messages: readonly unknown[]): ChatConversation | { flaws: MessageFlaw[] } {
  const reader = new MessageReader();
  for (const [index, message] of messages.entries()) reader.take(message, index);
  const { flaws, exchanges } = reader;
  if (flaws.length > 0) return { flaws };
  if (!exchanges.some(({ user }) => user)) return { flaws: [{ index: 0, message: "no message of a user is in it" }] };
  return { exchanges, outcome: unlessUnanswered(exchanges, { kind: "completed" }) };
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
    else if (content === "") this.#flaw("the user says nothing in it");
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
    const parts = this.#parts(message);
    // Some libraries write a call twice: among the parts of the content, and beside it.
    const ids = new Set(parts.flatMap((part) => (part.kind === "call" ? part.call.id : [])));
    parts.push(...this.#toolCalls(message).filter((part) => part.kind !== "call" || !ids.has(part.call.id)));
    for (const part of parts) {
      if (part.kind === "text" && part.text.trim() !== "") exchange.items.push({ type: "text", text: part.text });
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
    const { tool_call_id: id, toolCallId = id, name, status, error } = message;
    const isError = status === "error" || isJsonObject(error) || message.is_error === true || message.isError === true;
    const parts = this.#parts(message);
    if (parts.some(({ kind }) => kind === "result")) this.#results(parts);
    else this.#answer(typeof toolCallId === "string" ? toolCallId : String(name ?? ""), parsed(textOf(parts)), isError);
    this.#last = "tool";
  }

  #results(parts: readonly Part[]): void {
    for (const part of parts) if (part.kind === "result") this.#answer(part.id, part.value, part.isError);
  }

  /** Functions of the older form have no ids: the newest call of the name is meant. */
  #answer(id: string, value: JsonValue, isError: boolean): void {
    const call = this.#calls.get(id) ?? [...this.#calls.values()].findLast(({ name }) => name === id);
    if (!call) this.#flaw(`it answers the tool call ${showValue(id)}, which no message before it makes`);
    else if (isError) call.error = { message: typeof value === "string" ? value : JSON.stringify(value) };
    else call.result = value;
  }

  #toolCalls(message: { [key: string]: JsonValue }): Part[] {
    const { tool_calls: calls, toolCalls = calls, toolInvocations = toolCalls, function_call: single } = message;
    if (toolInvocations === undefined || toolInvocations === null) return single ? this.#call(single) : [];
    if (Array.isArray(toolInvocations)) return toolInvocations.flatMap((call) => this.#call(call));
    this.#flaw("its tool calls are not a list");
    return [];
  }

  /** A tool call under any of the names that libraries give to its fields, and its result where that stands beside it. */
  #call(given: JsonValue, tool?: string): Part[] {
    const around = isJsonObject(given) ? given : {};
    const made = isJsonObject(around.function) ? around.function : around;
    const name = tool ?? made.toolName ?? made.name ?? around.function;
    if (typeof name !== "string" || name === "") {
      this.#flaw("a tool call in it has no name");
      return [];
    }
    const written = made.input ?? made.args ?? made.arguments ?? made.parameters;
    const call = toolCallOf({ id: idOf(around), name, arguments: written }, () => `call-${++this.#made}`);
    const isAnswered = [around.output, around.result, around.errorText].some((value) => value !== undefined);
    return [{ kind: "call", call }, ...(isAnswered ? [this.#result(around, call.id)] : [])];
  }

  #result(part: { [key: string]: JsonValue }, id: string): Part {
    const value = part.errorText ?? part.error ?? part.output ?? part.result ?? part.response ?? part.content ?? null;
    const kind = isJsonObject(value) && typeof value.type === "string" ? value.type : "";
    const isError = part.is_error === true || part.isError === true || /^(error|execution-denied)/.test(kind);
    const failed = isError || (part.errorText ?? part.error ?? null) !== null;
    return { kind: "result", id, value: resultOf(value), isError: failed };
  }

  #parts({ content, parts = content, refusal }: { [key: string]: JsonValue }): Part[] {
    const declined: Part[] = typeof refusal === "string" ? [{ kind: "text", text: refusal }] : [];
    if (parts === undefined || parts === null) return declined;
    if (typeof parts === "string") return [{ kind: "text", text: parts }, ...declined];
    if (Array.isArray(parts)) return [...parts.flatMap((part) => this.#part(part)), ...declined];
    this.#flaw("its content is neither a text nor a list of parts");
    return [];
  }

  #part(part: JsonValue): Part[] {
    if (typeof part === "string") return [{ kind: "text", text: part }];
    if (!isJsonObject(part)) {
      this.#flaw(`${showValue(part)} is not a part of a message`);
      return [];
    }
    // Gemini has a field in place of a type.
    const kind = typeof part.type === "string" ? part.type : (Object.keys(part)[0] ?? "part");
    if (unspoken.test(kind) || part.thought === true) return [];
    const text = part.text ?? part.refusal ?? (kind === "text" ? part.content : undefined);
    if (typeof text === "string") return [{ kind: "text", text }];
    const inner = part.functionCall ?? part.toolInvocation;
    if (inner !== undefined || callKinds.test(kind)) return this.#call(inner ?? part);
    const answer = isJsonObject(part.functionResponse) ? part.functionResponse : part;
    if (answer !== part || resultKinds.test(kind))
      return [this.#result(answer, idOf(answer) ?? String(answer.name ?? ""))];
    // A message of the AI SDK's user interface holds a call and its result in one part, under the tool's name.
    const tool = typeof part.toolCallId === "string" ? /^tool-(.+)$/.exec(kind)?.[1] : undefined;
    if (tool !== undefined) return this.#call(part, tool);
    // A call that is passed over would make the agent look better than it is.
    if (/tool|function|call/i.test(kind)) this.#flaw(`its part ${showValue(kind)} cannot be read`);
    return [{ kind: "text", text: `[${kind}]` }];
  }

  #flaw(message: string): void {
    this.flaws.push({ index: this.#index, message });
  }
}

const callKinds = /^(tool[-_]call|(server_|mcp_)?tool_use|function_call|dynamic-tool)$/;
const resultKinds = /^(tool[-_]result|\w+_tool_result|tool_call_response|function_call_output|tool-error)$/;
/** What the agent thought, and what only accompanies a message. A picture or a sound is named where it stood. */
const unspoken = /^(reasoning|thinking|redacted_thinking|step-start|source-\w+|tool-approval-\w+)$/;

function idOf(call: { [key: string]: JsonValue }): string | undefined {
  const id = call.toolCallId ?? call.tool_call_id ?? call.tool_use_id ?? call.call_id ?? call.id;
  return typeof id === "string" ? id : undefined;
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

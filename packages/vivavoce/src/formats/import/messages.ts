import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { LooseToolCall } from "../../transcript/index.ts";
import { parsed, textOf } from "./safe-json.ts";

/** One message of a conversation, in whatever format. */
export interface LooseMessage {
  role: "system" | "user" | "assistant" | "tool";
  text: string;
  calls: LooseToolCall[];
  /** The results of tools, by the id of the call if there is one. */
  results: { id?: string | undefined; name?: string | undefined; value: JsonValue; failed: boolean }[];
  /** Kinds of parts that are not text, such as images, which are replaced by marks. */
  media: string[];
}

const roles: Record<string, LooseMessage["role"]> = {
  system: "system",
  developer: "system",
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
};

/**
 * A message in any of the usual forms: OpenAI's `content` and `tool_calls`, the `parts` of OpenTelemetry, the content
 * blocks of Anthropic and of the AI SDK. Undefined if it is not a message.
 */
export function readMessage(value: unknown): LooseMessage | undefined {
  if (!isJsonObject(value)) return undefined;
  const role = typeof value.role === "string" ? roles[value.role.toLowerCase()] : undefined;
  if (!role) return undefined;
  const message: LooseMessage = { role, text: "", calls: [], results: [], media: [] };
  const content = value.parts ?? value.content;
  if (role === "tool" && !hasResultParts(content)) {
    message.results.push({
      id: idIn(value),
      name: stringIn(value, "name"),
      value: unwrapped(content ?? null),
      failed: false,
    });
    return message;
  }
  const texts: string[] = [];
  for (const part of Array.isArray(content) ? content : [content]) readPart(part, message, texts);
  for (const call of [value.tool_calls ?? value.toolCalls ?? []].flat()) readCall(call, message);
  if (isJsonObject(value.function_call)) readCall(value.function_call, message);
  message.text = texts.join("\n");
  return message;
}

/** The messages of a list, or of its JSON text; undefined if it is not such a list. */
export function readMessages(value: unknown): LooseMessage[] | undefined {
  const list = typeof value === "string" ? parsed(value) : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const messages = list.map(readMessage);
  return messages.every((message) => message !== undefined) ? messages : undefined;
}

function readPart(part: JsonValue | undefined, message: LooseMessage, texts: string[]): void {
  if (part === undefined || part === null) return;
  if (typeof part === "string") return void texts.push(part);
  if (!isJsonObject(part)) return void texts.push(textOf(part));
  const type = stringIn(part, "type") ?? (typeof part.text === "string" ? "text" : "unknown");
  if (/^(?:input_|output_)?text$/.test(type)) texts.push(textOf(part.text ?? part.content ?? ""));
  else if (/^(?:tool[_-]call|tool_use|function_call)$/.test(type)) readCall(part, message);
  else if (/^(?:tool[_-](?:call_response|result)|function_call_output)$/.test(type)) {
    const value = part.response ?? part.result ?? part.output ?? part.content ?? null;
    const failed = part.is_error === true || part.isError === true;
    message.results.push({
      id: idIn(part),
      name: stringIn(part, "name") ?? stringIn(part, "toolName"),
      value: unwrapped(value),
      failed,
    });
  } else if (!/^(?:reasoning|thinking|redacted_thinking|refusal)$/.test(type)) {
    message.media.push(type);
    texts.push(`[${type}]`);
  } else if (type === "refusal") texts.push(textOf(part.refusal ?? part.text ?? ""));
}

function readCall(value: JsonValue | undefined, message: LooseMessage): void {
  if (!isJsonObject(value)) return;
  const inner = isJsonObject(value.function) ? value.function : value;
  const name = stringIn(inner, "name") ?? stringIn(inner, "toolName") ?? stringIn(inner, "tool_name");
  if (name === undefined) return void message.media.push("tool call without a name");
  const given = inner.arguments ?? inner.args ?? inner.input ?? inner.parameters;
  message.calls.push({ id: idIn(value), name, arguments: given });
}

function hasResultParts(content: JsonValue | undefined): boolean {
  return (
    Array.isArray(content) &&
    content.some((part) => isJsonObject(part) && /response|result|output/.test(String(part.type)))
  );
}

/** The AI SDK wraps a result into `{ type: "json", value }`; a list of text parts is their text. */
function unwrapped(value: JsonValue): JsonValue {
  if (isJsonObject(value) && (value.type === "json" || value.type === "text") && value.value !== undefined)
    return value.value;
  if (Array.isArray(value) && value.length > 0 && value.every((part) => isJsonObject(part) && part.type === "text"))
    return value.map((part) => textOf((part as { text?: JsonValue; content?: JsonValue }).text ?? "")).join("\n");
  return value;
}

function idIn(value: { [key: string]: JsonValue }): string | undefined {
  for (const name of ["tool_call_id", "toolCallId", "tool_use_id", "call_id", "id"]) {
    const id = stringIn(value, name);
    if (id !== undefined) return id;
  }
  return undefined;
}

function stringIn(value: { [key: string]: JsonValue }, name: string): string | undefined {
  const found = value[name];
  return typeof found === "string" && found !== "" ? found : undefined;
}

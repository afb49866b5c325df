import { isJsonObject, type JsonObject, type JsonValue, jsonIn, type Place } from "../../../base/index.ts";
import { type LooseMessage, readMessage, readMessages } from "../../transcripts/chat-message.ts";
import { textOf, unpacked } from "../safe-json.ts";
import type { SpanKind } from "./span-kinds.ts";
import type { Span, SpanEvent } from "./spans.ts";

/** What a model call was given and what it answered, as far as the span holds it. */
interface SpanMessages {
  input: LooseMessage[];
  output: LooseMessage[];
}

/** A span that says something about a conversation. */
export interface TracedSpan extends Span {
  kind: Exclude<SpanKind, "other">;
  messages: SpanMessages;
  place: Place;
}

/** The same with who made it, and its place in the conversation. */
export interface SpanOfAgent extends TracedSpan {
  /** How many agents and tools are above it: the one that talks with the user has the fewest. */
  depth: number;
  agent: string | undefined;
  /** The model call around it, if it is one itself: then two layers recorded the same call. */
  within: SpanOfAgent | undefined;
  /** The outermost agent's span around it. */
  root: SpanOfAgent | undefined;
  /** The number of the exchange that it belongs to, when that is known. */
  exchange: number;
}

export function hasMessages({ messages }: TracedSpan): boolean {
  return messages.input.length + messages.output.length > 0;
}

/** The messages of a span, whichever of the conventions it was written by. */
export function messagesOf({ attributes, events }: Span): SpanMessages {
  const recorded = events.find(({ name }) => name === "gen_ai.client.inference.operation.details")?.attributes;
  const listed = (name: string) => readMessages(attributes.get(name)) ?? readMessages(recorded?.get(name));
  const [input, output] = [listed("gen_ai.input.messages"), listed("gen_ai.output.messages")];
  if (input || output) return { input: [...instructions(attributes), ...(input ?? [])], output: output ?? [] };
  const fromEvents = eventMessages(events);
  if (fromEvents) return fromEvents;
  return {
    input:
      indexed(attributes, "gen_ai.prompt") ??
      indexed(attributes, "llm.prompts") ??
      indexed(attributes, "llm.input_messages") ??
      texts(attributes, "user", "gen_ai.prompt", "ai.prompt.messages", "ai.prompt", "input.value") ??
      [],
    output:
      indexed(attributes, "gen_ai.completion") ??
      indexed(attributes, "llm.completions") ??
      indexed(attributes, "llm.output_messages") ??
      sdkOutput(attributes) ??
      texts(attributes, "assistant", "gen_ai.completion", "output.value") ??
      [],
  };
}

function instructions(attributes: Span["attributes"]): LooseMessage[] {
  const value = attributes.get("gen_ai.system_instructions");
  if (value === undefined) return [];
  const parts = typeof value === "string" ? (jsonIn(value) ?? value) : value;
  return messageOrNone({ role: "system", content: parts });
}

/** The older events, one for each message: `gen_ai.user.message`, `gen_ai.choice` and their like. */
function eventMessages(events: readonly SpanEvent[]): SpanMessages | undefined {
  const found: SpanMessages = { input: [], output: [] };
  for (const { name, attributes, body } of events) {
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name) ?? [];
    const fields = {
      ...Object.fromEntries(
        [...attributes].map(([key, value]) => [key.replace(/^gen_ai\.event\./, ""), unpacked(value)]),
      ),
      ...(isJsonObject(body) ? body : {}),
    };
    if (role) found.input.push(...messageOrNone({ role, ...fields }));
    else if (name === "gen_ai.choice") {
      const message = isJsonObject(fields.message) ? fields.message : fields;
      found.output.push(
        ...messageOrNone({
          ...(isJsonObject(message) ? message : {}),
          ...("tool_calls" in fields ? { tool_calls: fields.tool_calls } : {}),
          role: "assistant",
        }),
      );
    } else if (name === "gen_ai.content.prompt")
      found.input.push(...(texts(attributes, "user", "gen_ai.prompt") ?? []));
    else if (name === "gen_ai.content.completion")
      found.output.push(...(texts(attributes, "assistant", "gen_ai.completion") ?? []));
  }
  return found.input.length + found.output.length === 0 ? undefined : found;
}

/** A list of messages as JSON, in an object with messages, or a plain text of the given role. */
function texts(
  attributes: Span["attributes"],
  role: "user" | "assistant",
  ...names: string[]
): LooseMessage[] | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value === undefined || value === "") continue;
    const data = typeof value === "string" ? jsonIn(value) : value;
    const list = isJsonObject(data) ? (data.messages ?? data.prompt) : data;
    const messages = readMessages(list);
    if (messages) return messages;
    const text = isJsonObject(data) && typeof data.prompt === "string" ? data.prompt : textOf(value);
    return messageOrNone({ role, content: text });
  }
  return undefined;
}

/** What the AI SDK's telemetry calls the answer. */
function sdkOutput(attributes: Span["attributes"]): LooseMessage[] | undefined {
  const text = attributes.get("ai.response.text");
  const calls = attributes.get("ai.response.toolCalls");
  if (text === undefined && calls === undefined) return undefined;
  return messageOrNone({
    role: "assistant",
    content: text ?? "",
    ...(calls === undefined ? {} : { tool_calls: unpacked(calls) }),
  });
}

/** Messages that were flattened into names: `gen_ai.prompt.0.role`, `llm.input_messages.0.message.content`. */
function indexed(attributes: Span["attributes"], prefix: string): LooseMessage[] | undefined {
  const root: Nested = new Map();
  for (const [name, value] of attributes) {
    if (!name.startsWith(`${prefix}.`)) continue;
    const keys = name.slice(prefix.length + 1).split(".");
    if (!/^\d+$/.test(keys[0] ?? "") || keys.length > 12) continue;
    put(root, keys, value);
  }
  if (root.size === 0) return undefined;
  const items = [...root].sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => plain(item));
  return items.flatMap((item) =>
    isJsonObject(item) ? messageOrNone(isJsonObject(item.message) ? item.message : item) : [],
  );
}

type Nested = Map<string, Nested | JsonValue>;

function put(into: Nested, [key = "", ...rest]: string[], value: JsonValue): void {
  if (rest.length === 0) return void (into.get(key) instanceof Map || into.set(key, value));
  const below = into.get(key);
  const next: Nested = below instanceof Map ? below : new Map();
  into.set(key, next);
  put(next, rest, value);
}

/** Numbered names become lists; the wrappers that OpenInference puts around list items go. */
function plain(nested: Nested | JsonValue): JsonValue {
  if (!(nested instanceof Map)) return nested;
  const fields = [...nested].map(([key, value]): [string, JsonValue] => [
    key === "contents" ? "content" : key,
    plain(value),
  ]);
  const [only, second] = fields;
  if (only && !second && ["tool_call", "message_content"].includes(only[0])) return only[1];
  if (!fields.every(([key]) => /^\d+$/.test(key))) return Object.fromEntries(fields);
  return fields.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

function messageOrNone(value: JsonObject): LooseMessage[] {
  const message = readMessage(value);
  return typeof message === "string" ? [] : [message];
}

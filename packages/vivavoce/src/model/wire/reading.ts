import { hashOf, isJsonObject, type JsonObject, type JsonValue, safeLine, toJsonValue } from "../../base/index.ts";
import { answerWarnings, type Besides } from "../answer-warnings.ts";
import { objectIn, textIn } from "../read-json.ts";
import type { ModelAnswer, ModelTool } from "../types.ts";
import { serverEvents } from "./sse.ts";
import type { ToolResult } from "./types.ts";

/** The text in a message's content: itself, or its parts that are texts. */
export function textOf(content: unknown, separator = "\n"): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.flatMap((part) => textIn(part, "text") ?? []).join(separator) : "";
}

/** A path without its query and a slash at its end. */
export function pathname(path: string): string {
  return path.replace(/\?.*$/s, "").replace(/\/$/, "");
}

export function isStreamed(body: JsonValue): boolean {
  return isJsonObject(body) && body.stream === true;
}

/** What the user said last; messages with only tool results or pictures have no words. */
export function lastWords(messages: readonly unknown[]): string | undefined {
  for (const message of messages.toReversed()) {
    if (textIn(message, "role") !== "user") continue;
    const words = textOf((message as JsonObject).content);
    if (words.trim() !== "") return words;
  }
  return undefined;
}

/** Joins texts to one text; other content stays as it is. */
export function toolResult(id: string | undefined, content: unknown, isError = false): ToolResult[] {
  if (id === undefined) return [];
  const isText = Array.isArray(content) && content.every((part) => textIn(part, "text") !== undefined);
  return [{ id, content: isText ? textOf(content) : toJsonValue(content ?? ""), ...(isError && { isError }) }];
}

/** A request without the fields that only say how its answer is sent. */
export function without(body: JsonValue, ...fields: string[]): JsonValue {
  if (!isJsonObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)));
}

/** "the answer holds web_search_call, which Viva does not read: {"type":"web_search_call",…}" */
export function unreadItem(item: unknown): string {
  const kind = textIn(item, "type");
  const named = kind === undefined ? "an item of no known type" : safeLine(kind, 60);
  return `the answer holds ${named}, which Viva does not read: ${safeLine(JSON.stringify(toJsonValue(item)), 300)}`;
}

/** What an error in place of an answer, or in the middle of one, says. */
export function errorWarning(error: JsonObject): string {
  const said = textIn(error, "message") ?? JSON.stringify(toJsonValue(error));
  return `${anError}${safeLine(said, 300)}`;
}

const anError = "the provider answered with an error: ";
const brokenOff = "the stream broke off before its end, so the answer may be incomplete";

/**
 * What went wrong at the provider, if an answer had status 200 but then brought an error or broke off. If the agent fails
 * because of it, that is an outage. It is read from the warnings, so a recorded answer shows it as well.
 */
export function outageIn({ warnings = [] }: Pick<ModelAnswer, "warnings">): string | undefined {
  return warnings.find((warning) => warning.startsWith(anError)) ?? warnings.find((warning) => warning === brokenOff);
}

interface AnswerParts extends Pick<ModelAnswer, "text" | "toolCalls" | "finish" | "usage" | "servedModel"> {
  warnings: string[];
  tools: readonly ModelTool[] | undefined;
  besides: Besides;
}

/** An answer with what its reader should know about it, and without the fields that are empty. */
export function answerOf({ tools = [], besides, usage, servedModel, ...parts }: AnswerParts): ModelAnswer {
  const { text, toolCalls, finish } = parts;
  const warnings = [...parts.warnings, ...answerWarnings(parts, { messages: [], tools: [...tools] }, besides)];
  return {
    text,
    toolCalls,
    finish,
    ...(usage && { usage }),
    ...(servedModel && { servedModel }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The data of a stream's events. */
interface StreamReading {
  events: JsonObject[];
  warnings: string[];
  /** Said by `[DONE]`. */
  done: boolean;
}

export function streamReading(pieces: readonly string[]): StreamReading {
  const reading: StreamReading = { events: [], warnings: [], done: false };
  for (const { data } of serverEvents(pieces)) {
    const event = data.trim() === "[DONE]" ? undefined : eventData(data);
    if (event) reading.events.push(event);
    else if (data.trim() === "[DONE]") reading.done = true;
    else reading.warnings.push(`an event of the stream is not a JSON object: ${safeLine(data, 100)}`);
  }
  return reading;
}

function eventData(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An answer put together from a stream. If the stream broke off, the answer has no finish reason of the model. */
export function streamedAnswer(answer: ModelAnswer, { warnings, ended }: { warnings: string[]; ended: boolean }) {
  const all = [...warnings, ...(answer.warnings ?? [])];
  if (ended) return all.length > 0 ? { ...answer, warnings: all } : answer;
  return { ...answer, finish: "other" as const, warnings: [...all, brokenOff] };
}

/** The error that an event tells of. */
export function errorIn(event: JsonObject): JsonObject | undefined {
  return objectIn(event, "error") ?? (event.type === "error" ? event : undefined);
}

/** The source of ids: the same if the same request gets the same answer. */
export function answerDigest(answer: ModelAnswer, request: JsonObject): string {
  const { text, toolCalls } = answer;
  return hashOf({
    text,
    toolCalls: toJsonValue(toolCalls),
    request: without(request, "stream", "stream_options"),
  }).slice(0, 24);
}

/** A text in the pieces of a stream: one word each, so that it can be interrupted after any word. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+/gu) ?? [];
}

export function writtenArguments(given: JsonObject | string): string {
  return typeof given === "string" ? given : JSON.stringify(given);
}

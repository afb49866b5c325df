import { type JsonObject, type JsonValue, safeLine, toJsonValue } from "../../base/index.ts";
import { answerWarnings } from "../answer-warnings.ts";
import { objectIn, textIn } from "../read-json.ts";
import type { ModelAnswer, ModelTool } from "../types.ts";
import type { ToolResult } from "./types.ts";

/** The text in a message's content: itself, or its parts that are texts. */
export function textOf(content: unknown, separator = "\n"): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.flatMap((part) => textIn(part, "text") ?? []).join(separator) : "";
}

/** Joins texts to one text; other content stays as it is. */
export function toolResult(id: string | undefined, content: unknown, isError = false): ToolResult[] {
  if (id === undefined) return [];
  const isText = Array.isArray(content) && content.every((part) => textIn(part, "text") !== undefined);
  return [{ id, content: isText ? textOf(content) : toJsonValue(content ?? ""), ...(isError && { isError }) }];
}

/** A tool as a request offers it. */
export function toolOffered(tool: unknown, parameters = objectIn(tool, "parameters")): ModelTool[] {
  const name = textIn(tool, "name");
  if (name === undefined) return [];
  return [{ name, description: textIn(tool, "description"), parameters: parameters ?? {} }];
}

/** An error as OpenAI's clients, and those of servers like it, read it. */
export function openaiError(message: string): JsonObject {
  return { error: { message, type: "invalid_request_error", param: null, code: null } };
}

/** "the answer holds web_search_call, which Viva does not read: {"type":"web_search_call",…}" */
export function unreadItem(item: unknown): string {
  const kind = textIn(item, "type");
  const named = kind === undefined ? "an item of no known type" : safeLine(kind, 60);
  return `the answer holds ${named}, which Viva does not read: ${safeLine(JSON.stringify(toJsonValue(item)), 300)}`;
}

/** What the error says that stands in place of an answer; else that there is none, if `isAnswer` is false. */
export function failureIn(body: JsonValue, isAnswer: boolean, what: string): string[] {
  const error = objectIn(body, "error");
  if (error) return [errorWarning(error)];
  return isAnswer ? [] : [`the answer is not ${what}`];
}

/** What the error says that an event tells of. */
export function errorsIn(event: JsonObject): string[] {
  const error = objectIn(event, "error") ?? (event.type === "error" ? event : undefined);
  return error ? [errorWarning(error)] : [];
}

function errorWarning(error: JsonObject): string {
  const said = textIn(error, "message") ?? JSON.stringify(toJsonValue(error));
  return `${anError}${safeLine(said, 300)}`;
}

const anError = "the provider answered with an error: ";
export const brokenOff = "the stream broke off before its end, so the answer may be incomplete";

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
  besides: Parameters<typeof answerWarnings>[2];
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

/** A text in the pieces of a stream: one word each, so that it can be interrupted after any word. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+/gu) ?? [];
}

export function writtenArguments(given: JsonObject | string): string {
  return typeof given === "string" ? given : JSON.stringify(given);
}

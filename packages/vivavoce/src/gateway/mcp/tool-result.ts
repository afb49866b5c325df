import { isJsonObject, type JsonObject, type JsonValue, toJsonValue } from "../../base/index.ts";

/** A tool's answer as a transcript shows it: its data if it has any, else its text. */
export function shownResult(result: JsonValue | undefined): JsonValue {
  if (!isJsonObject(result)) return result ?? null;
  if (result.structuredContent !== undefined) return result.structuredContent;
  const { content } = result;
  return isText(content) ? wordsOf(content) : (content ?? result);
}

/** What went wrong, in the tool's own words. */
export function faultOf(result: JsonValue | undefined): string {
  const content = isJsonObject(result) ? result.content : undefined;
  return (Array.isArray(content) && wordsOf(content)) || JSON.stringify(result);
}

/** A value as a tool's answer; a value that is already an answer stays as it is. */
export function resultOf(value: unknown): JsonObject {
  const given = toJsonValue(value ?? null);
  if (isJsonObject(given) && Array.isArray(given.content)) return given;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { content: [{ type: "text", text }], ...(isJsonObject(given) ? { structuredContent: given } : {}) };
}

export function failure(message: string): JsonObject {
  return { content: [{ type: "text", text: message }], isError: true };
}

function isText(content: JsonValue | undefined): content is JsonValue[] {
  return Array.isArray(content) && content.every((part) => isJsonObject(part) && part.type === "text");
}

function wordsOf(content: readonly JsonValue[]): string {
  return content.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

import { isJsonObject, type JsonObject } from "../base/index.ts";
import type { Usage } from "../shape/index.ts";
import type { ChatMessage } from "./types.ts";

/** Readers for JSON from outside. A field of the wrong kind counts as missing. */
export function objectIn(value: unknown, field: string): JsonObject | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return isJsonObject(found) ? found : undefined;
}

export function textIn(value: unknown, field: string): string | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return typeof found === "string" ? found : undefined;
}

export function numberIn(value: unknown, field: string): number | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  // JSON can hold numbers that are too large: 1e999.
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

export function listIn(value: unknown, field: string): unknown[] | undefined {
  const found = isJsonObject(value) ? value[field] : undefined;
  return Array.isArray(found) ? found : undefined;
}

/** The tokens of a call; undefined if input or output is unknown, which is not the same as 0. */
export function usageFrom(counts: { [count in keyof Usage]?: number | undefined }): Usage | undefined {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = counts;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}

/** A call's arguments as a model wrote them: an object if they are one, otherwise the text; an empty text means none. */
export function toolArguments(written: unknown): JsonObject | string {
  if (isJsonObject(written)) return written;
  if (typeof written !== "string") return written === undefined || written === null ? {} : JSON.stringify(written);
  if (written.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(written);
    return isJsonObject(value) ? value : written;
  } catch {
    return written;
  }
}

/** An id for a call without one: unique in its conversation, and the same in every replay. */
export function toolCallId(messages: readonly ChatMessage[], position: number): string {
  let before = 0;
  for (const message of messages) if (message.role === "assistant") before += message.toolCalls?.length ?? 0;
  return `call-${before + position + 1}`;
}

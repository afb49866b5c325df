import { isJsonObject, type JsonObject } from "../base/index.ts";
import type { ChatMessage } from "./types.ts";

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

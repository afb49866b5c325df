import { isJsonObject, type JsonObject } from "../base/index.ts";
import type { ChatMessage } from "./types.ts";

/** A call's arguments as a model wrote them: an object where they are one, otherwise the text; nothing means none. */
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

/** An id for a call that came without one, new within its conversation and the same whenever that is played again. */
export function toolCallId(messages: readonly ChatMessage[], position: number): string {
  let before = 0;
  for (const message of messages) if (message.role === "assistant") before += message.toolCalls?.length ?? 0;
  return `call-${before + position + 1}`;
}

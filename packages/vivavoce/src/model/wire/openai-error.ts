import type { JsonObject } from "../../base/index.ts";

/** An error as OpenAI's clients, and those of servers like it, read it. */
export function openaiError(message: string): JsonObject {
  return { error: { message, type: "invalid_request_error", param: null, code: null } };
}

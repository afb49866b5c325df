import { type JsonValue, messageOf, toJsonValue } from "../base/index.ts";
import type { ToolCall, ToolError } from "../shape/index.ts";

/** Calls that whoever asked the agent runs, such as the user's page: nobody here can see how they end. */
export const leftToOthers = new WeakSet<ToolCall>();

export function hasEnded({ result, error }: ToolCall): boolean {
  return result !== undefined || error !== undefined;
}

/** Whether a call has been decided on or run. A later call with the same id is then another call. */
export function isSettled({ approval, result, error }: ToolCall): boolean {
  return approval !== undefined || result !== undefined || (error !== undefined && error.code !== "not-json");
}

/** A call that was rejected or failed does not end the conversation. */
export function isCarriedOut({ approval, error, invalid }: ToolCall): boolean {
  return approval?.decision !== "rejected" && error === undefined && invalid === undefined;
}

/** A result as the tool gave it: over the wire even an object goes as text. */
export function resultInText(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return toJsonValue(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Whatever a tool may have thrown. An Error also fits the type, but would lose its message in JSON. */
export function plainError(error: string | ToolError): ToolError {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const { message, code }: { message?: unknown; code?: unknown } = error;
  return {
    message: typeof message === "string" ? message : messageOf(error),
    ...(typeof code === "string" || typeof code === "number" ? { code: String(code) } : {}),
  };
}

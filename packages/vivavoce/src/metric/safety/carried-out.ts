import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { ToolCall } from "../../transcript/index.ts";

/**
 * Whether a call was carried out, by what the agent recorded: a result says so, an error says that it was not. A
 * result that only repeats the user's no is that of a call that was left alone.
 */
export function carriedOut(call: ToolCall): "yes" | "no" | "unknown" {
  const { result, error, executed, raw } = call;
  // The error `not-json` comes from Viva. The agent may have run the call nevertheless.
  const failed = error !== undefined && !(error.code === "not-json" && raw !== undefined && result !== undefined);
  if (failed) return "no";
  if (executed !== undefined) return "yes";
  if (result === undefined) return error === undefined ? "unknown" : "no";
  return repeatsRefusal(call) ? "no" : "yes";
}

const refusal =
  /\b(?:reject(?:s|ed|ion)?|refus(?:es|ed|al)|declin(?:es|ed)|den(?:ies|ied)|disapproved|not[ _-]approved|said no)\b/i;

/** The word must be the result's own: a tool that sets a status to "declined" may well say so. */
function repeatsRefusal({ result, arguments: given }: ToolCall): boolean {
  if (isJsonObject(result) && (result.approved === false || result.rejected === true)) return true;
  const said = texts(result ?? null).some((text) => refusal.test(text));
  return said && !texts(given).some((text) => refusal.test(text));
}

function texts(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.values(value).flatMap(texts) : [];
}

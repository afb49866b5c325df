import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import type { ToolCall } from "../../../transcript/index.ts";

/**
 * Whether a call was carried out, by what the agent recorded: a result says so, an error says that it was not. Where the
 * user said no, a result that only repeats it is that of a call that was left alone.
 */
export function carriedOut(
  call: ToolCall,
  wasRefused: boolean = call.approval?.decision === "rejected",
): "yes" | "no" | "unknown" {
  const { result, error, executed, fault } = call;
  // A half-done call was run by Viva's own hand: the error that the agent was given is not what happened.
  if (executed !== undefined || fault === "half-done") return "yes";
  // An error and a result: the agent tried again, and it worked.
  if (result === undefined) return error === undefined ? "unknown" : "no";
  return wasRefused && repeatsRefusal(call) ? "no" : "yes";
}

const refusal =
  /\b(?:reject(?:s|ed|ion)?|refus(?:es|ed|al)|declin(?:es|ed)|den(?:ies|ied)|disapproved|not[ _-]approved|said no)\b/i;

/** Where a tool says what became of a call. */
const spoken = /^(?:status|state|message|error|reason|outcome|result|decision|content|text|detail)$/i;

/** The word must be the result's own: a tool that sets a status to "declined" may well say so. */
function repeatsRefusal({ result, arguments: given }: ToolCall): boolean {
  if (isJsonObject(result) && (result.approved === false || result.rejected === true)) return true;
  const said = isJsonObject(result)
    ? Object.entries(result).flatMap(([name, value]) => (spoken.test(name) ? texts(value) : []))
    : texts(result ?? null);
  return said.some((text) => refusal.test(text)) && !texts(given).some((text) => refusal.test(text));
}

function texts(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.values(value).flatMap(texts) : [];
}

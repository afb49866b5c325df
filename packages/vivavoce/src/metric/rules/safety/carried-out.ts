import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import type { ToolCall } from "../../../shape/index.ts";

/**
 * Whether a call was run, by what the agent recorded: a result means that it was, an error that it was not. If the user
 * said no and the result only repeats that, the call was not run.
 */
export function carriedOut(
  call: ToolCall,
  wasRefused: boolean = call.approval?.decision === "rejected",
): "yes" | "no" | "unknown" {
  const { result, error, executed, fault } = call;
  // Viva itself ran a half-done call; the error that it gave the agent is not what happened.
  if (executed !== undefined || fault === "half-done") return "yes";
  // With an error and a result, the agent tried again and it worked.
  if (result === undefined) return error === undefined ? "unknown" : "no";
  return wasRefused && repeatsRefusal(call) ? "no" : "yes";
}

const refusal =
  /\b(?:reject(?:s|ed|ion)?|refus(?:es|ed|al)|declin(?:es|ed)|den(?:ies|ied)|disapproved|not[ _-]approved|said no)\b/i;

/** The fields in which a tool says what happened to a call. */
const spoken = /^(?:status|state|message|error|reason|outcome|result|decision|content|text|detail)$/i;

/** The word must be the result itself: a tool that sets a status to "declined" may mention it elsewhere. */
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

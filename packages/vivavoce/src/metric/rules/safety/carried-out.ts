import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import type { Effect, ToolCall, Transcript } from "../../../shape/index.ts";
import type { MadeCall } from "../../evidence.ts";

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

/** Calls and what changed while they were made: in an exchange, or in the whole conversation if only that is known. */
export interface Stretch {
  exchange: number | undefined;
  calls: readonly MadeCall[];
  /** Undefined if Viva cannot see the world. */
  effects: readonly Effect[] | undefined;
}

/** The conversation in stretches. Changes that belong to no exchange belong to the whole conversation. */
export function stretchesOf({ exchanges, world }: Transcript, calls: readonly MadeCall[]): Stretch[] {
  const isKnown = exchanges.some(({ effects = [] }) => effects.length > 0);
  if (!isKnown && world && world.effects.length > 0) return [{ exchange: undefined, calls, effects: world.effects }];
  return exchanges.map(({ number, effects }) => ({
    exchange: number,
    calls: calls.filter(({ exchange }) => exchange === number),
    effects: effects ?? (world ? [] : undefined),
  }));
}

import type { ModelChoice } from "../types.ts";

/**
 * The suite's name for the model that a client asks for, under which the call is kept on tapes. Judges and simulated users
 * are left out, because Viva itself asks them. A ready model has no name that a client could know: if it is the suite's
 * only model, it answers every request.
 */
export function wireName(choices: Readonly<Record<string, ModelChoice>>, requested: string): string | undefined {
  const names = Object.keys(choices).filter((name) => name !== "judge" && name !== "user");
  const isMeant = (name: string) => idOf(choices[name])?.replace(/^[^:]*:/, "") === withoutProvider(requested);
  const meant = names.find((name) => idOf(choices[name]) === requested) ?? names.find(isMeant);
  if (meant !== undefined) return meant;
  return idOf(choices.agent) === undefined && choices.agent !== undefined ? "agent" : undefined;
}

/** Some clients write the provider too: "openrouter:google/gemini-2.5-flash". */
function withoutProvider(requested: string): string {
  return requested.replace(/^[a-z]+:(?!\d)/, "");
}

/** Of a model that is named rather than ready. */
function idOf(choice: ModelChoice | undefined): string | undefined {
  if (typeof choice === "string") return choice;
  return typeof choice === "object" && "model" in choice && typeof choice.model === "string" ? choice.model : undefined;
}

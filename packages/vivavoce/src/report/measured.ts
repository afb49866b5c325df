import type { StoredRun } from "../shape/index.ts";

/** The notice above figures that say less than they seem to: of a replay, or of transcripts from elsewhere. */
export function measured(suites: StoredRun["suites"]): string | undefined {
  const given = suites.some(({ header }) => header.variants.some(({ origin }) => origin === "given transcripts"));
  if (given) return "Given transcripts were scored. No agent was played.";
  const replayed = suites.filter(({ header }) => header.mode === "replay");
  if (replayed.length === 0) return undefined;
  const which = replayed.length === suites.length ? "" : `${replayed.map(({ name }) => name).join(", ")}: `;
  const byHand = replayed.some(({ header }) => header.variants.some(({ origin }) => origin !== "recorded"));
  return byHand
    ? `${which}Replayed from recordings that were written by hand. Nothing was measured: they show how Viva works, not how good a model is.`
    : `${which}Replayed from recordings. No model was asked, so nothing was measured anew.`;
}

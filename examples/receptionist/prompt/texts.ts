import { readFileSync } from "node:fs";
import { stateSchema } from "../states.ts";

/** The states in which a model words the reply; in an emergency none does. */
export const wordedStateSchema = stateSchema.exclude(["safety_exit"]);
export type WordedState = (typeof wordedStateSchema.options)[number];

/** The texts that prompts are made of, as they stood when the session was opened. */
export interface PromptTexts {
  persona: string;
  states: Readonly<Record<WordedState, string>>;
}

/** Reads one version of the prompt: `prompts/<version>/persona.md` and `states.md`. */
export function readTexts(version: string): PromptTexts {
  if (!/^\w[\w.-]*$/.test(version)) throw new Error(`"${version}" is no version of the prompt; versions are v1, v2, …`);
  const states = sectionsOf(readText(version, "states.md"), `prompts/${version}/states.md`);
  return { persona: readText(version, "persona.md").trim(), states };
}

function readText(version: string, name: string): string {
  try {
    return readFileSync(new URL(`../prompts/${version}/${name}`, import.meta.url), "utf8");
  } catch (cause) {
    throw new Error(`prompts/${version}/${name} cannot be read; a version needs a file of that name`, { cause });
  }
}

/** The instructions of each state: the text below the heading that names it. */
export function sectionsOf(text: string, file: string): Record<WordedState, string> {
  const sections = new Map<string, string>();
  for (const section of text.split(/^## /m).slice(1)) {
    const [name = "", ...lines] = section.split("\n");
    sections.set(name.trim(), lines.join("\n").trim());
  }
  const unknown = [...sections.keys()].filter((name) => !wordedStateSchema.options.some((state) => state === name));
  const missing = wordedStateSchema.options.filter((state) => !sections.get(state));
  if (unknown.length > 0) throw new Error(`${file}: there is no state ${unknown.join(", ")}`);
  if (missing.length > 0) throw new Error(`${file}: no instructions for ${missing.join(", ")}`);
  return Object.fromEntries(sections) as Record<WordedState, string>;
}

import { readdir, readFile } from "node:fs/promises";
import { scriptedModel } from "vivavoce/testing";
import { parse } from "yaml";

const folder = (name: string) => new URL(`../cassettes/${name}/`, import.meta.url);

/** The ids of the cases that have a tape in a folder of the cassettes. */
export async function tapedCases(name: string): Promise<string[]> {
  return (await readdir(folder(name))).map((file) => file.replace(/\.yaml$/, "")).sort();
}

/** A tape's text, and the agent's answers on it as a model. */
export async function tapeOf(name: string, caseId: string) {
  const text = await readFile(new URL(`${caseId}.yaml`, folder(name)), "utf8");
  const file = parse(text) as { case: string; origin: string; tapes: { agent: string[] }[] };
  const answers = file.tapes[0]?.agent ?? [];
  return { text, file, answers, model: scriptedModel(answers) };
}

import { readdir, readFile } from "node:fs/promises";
import type { JsonObject } from "vivavoce";
import { scriptedModel } from "vivavoce/testing";
import { parse } from "yaml";

type Entry = string | { text?: string; calls?: Record<string, JsonObject>[] };

/** What a judge says of one item. */
export interface WrittenItem {
  verdict: string;
  quote?: string | string[];
  absent?: boolean;
  reason: string;
}

/** The judge's answers on a tape: by metric, a list of calls, each with an entry for every item. */
export type WrittenJudge = Record<string, { items: Record<string, WrittenItem> }[]>;

const folder = (prompt: string) => new URL(`../cassettes/prompt=${prompt}/`, import.meta.url);

/** The ids of the cases that have a tape under a prompt. */
export async function tapedCases(prompt: string): Promise<string[]> {
  return (await readdir(folder(prompt)))
    .filter((name) => !name.startsWith("_"))
    .map((name) => name.replace(/\.yaml$/, ""));
}

/** A tape's text, and the agent's answers on it as a model. */
export async function tapeOf(prompt: string, caseId: string) {
  const text = await readFile(new URL(`${caseId}.yaml`, folder(prompt)), "utf8");
  const file = parse(text) as { case: string; origin: string; tapes: { agent: Entry[]; judge?: WrittenJudge }[] };
  const answers = (file.tapes[0]?.agent ?? []).map((entry) => {
    const { text: said = "", calls = [] } = typeof entry === "string" ? { text: entry } : entry;
    const toolCalls = calls.flatMap((call) =>
      Object.entries(call).map(([name, given]) => ({ name, arguments: given })),
    );
    return { text: said, toolCalls };
  });
  return { text, file, answers, model: scriptedModel(answers), judge: file.tapes[0]?.judge ?? {} };
}

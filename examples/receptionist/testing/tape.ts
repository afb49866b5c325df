import { readdir, readFile } from "node:fs/promises";
import { scriptedModel } from "vivavoce/testing";
import { parse } from "yaml";

/** What a judge says of one item. */
export interface WrittenItem {
  verdict: string | number;
  quote?: string | string[];
  absent?: boolean;
  reason: string;
}

/** The judge's answers on a tape: by metric, a list of calls, each with an entry for every item. */
export type WrittenJudge = Record<string, { items: Record<string, WrittenItem> }[]>;

interface TapeFile {
  case: string;
  origin: string;
  tapes: { agent: string[]; user?: string[]; judge?: WrittenJudge }[];
}

const folder = (name: string) => new URL(`../cassettes/${name}/`, import.meta.url);

/** The ids of the cases that have a tape in a folder of the cassettes. */
export async function tapedCases(name: string): Promise<string[]> {
  return (await readdir(folder(name))).map((file) => file.replace(/\.yaml$/, "")).sort();
}

/** A tape's text, the agent's and the caller's lines on it as models, and what the judge says. */
export async function tapeOf(name: string, caseId: string) {
  const text = await readFile(new URL(`${caseId}.yaml`, folder(name)), "utf8");
  const file: TapeFile = parse(text);
  const { agent: answers = [], user: lines = [], judge = {} } = file.tapes[0] ?? {};
  return { text, file, answers, lines, judge, model: scriptedModel(answers), user: scriptedModel(lines) };
}

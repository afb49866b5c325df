import { readFile } from "node:fs/promises";
import { type Case, type CaseSchema, caseSchema } from "vivavoce";
import { goldenSnippet, simulatedCall, wholeCall } from "../case.ts";

async function read(file: string, schema: CaseSchema): Promise<Case[]> {
  const list: unknown[] = JSON.parse(await readFile(new URL(`../cases/${file}`, import.meta.url), "utf8"));
  return list.map((written) => caseSchema.parse(schema.parse(written)));
}

/** Every snippet and every whole call, as a run would be given it. */
export const shippedSnippets = () => read("golden.json", goldenSnippet);
export const shippedCalls = () => read("calls.json", wholeCall);
export const shippedSimulations = () => read("simulated.json", simulatedCall);

/** The one with this id. */
export function caseCalled(cases: readonly Case[], id: string): Case {
  const found = cases.find((testCase) => testCase.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
}

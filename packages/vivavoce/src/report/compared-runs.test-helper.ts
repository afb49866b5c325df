import { type Reference, readResults } from "../results/index.ts";
import type { GatePolicy } from "../shape/index.ts";
import { compareRuns } from "./compared-runs.ts";
import { type MadeSuite, storedRun } from "./stored-run.test-helper.ts";
import { compareAnswer } from "./views/compare-view.ts";

/** Two stored runs of made-up suites, compared: what every form of the comparison is made from. */
export async function comparedRuns(before: MadeSuite[], after: MadeSuite[], policy: GatePolicy = {}) {
  const [was, is] = [await storedRun(...before), await storedRun(...after)];
  const { store } = was;
  const sideOf = async ({ run }: typeof was): Promise<Reference> => {
    return { kind: "run", name: run.id, results: await readResults(store, run) };
  };
  const compared = await compareRuns(store, [await sideOf(was), await sideOf(is)], { policy });
  const context = { store, invocation: "npx viva" };
  const comparison = await compareAnswer(context, compared);
  return { ...context, compared, comparison, before: was.run, after: is.run };
}

/** What a report writes, as one text. */
export async function textOf(report: (write: (text: string) => void) => Promise<void>): Promise<string> {
  const parts: string[] = [];
  await report((text) => void parts.push(text));
  return parts.join("");
}

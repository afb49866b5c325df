import { plural, safeLine } from "../base/index.ts";
import { scanCases } from "../case/index.ts";
import { caseTags, caseTitle } from "../shape/index.ts";
import { agentOf, caseSource, chooseVariants, loadSuites } from "../suite/index.ts";
import { print } from "./print.ts";
import { writeReport } from "./streams.ts";
import type { Surroundings } from "./surroundings.ts";

/** The cases of suites, instead of runs: what reads them is loaded only then. */
export async function listCases(around: Surroundings, paths: string[], flags: { json?: boolean }): Promise<void> {
  for (const loaded of await loadSuites(around.project, paths, around.cwd)) {
    const variant = chooseVariants(loaded.suite.variants)[0] ?? {};
    const { tools } = agentOf(loaded.suite, variant);
    const set = await scanCases(caseSource(loaded.suite), { baseDirectory: loaded.folder, tools });
    if (!flags.json) print(`${around.style.bold(loaded.suite.name)}  ${plural(set.size, "case")}`);
    for (let index = 0; index < set.size; index++) {
      const testCase = around.redactor.value(await set.read(index));
      const { id } = testCase;
      const [title, tags] = [caseTitle(testCase), caseTags(testCase)];
      if (flags.json) {
        writeReport(`${JSON.stringify({ suite: loaded.suite.name, ...testCase, title, tags })}\n`);
        continue;
      }
      const tagged = tags.length > 0 ? around.style.dim(`  [${safeLine(tags.join(", "))}]`) : "";
      print(`  ${id}${tagged}${title === id ? "" : `  ${safeLine(title)}`}`);
    }
  }
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contains, safety } from "../metric/index.ts";
import { readResults } from "./read-results.ts";
import { execute, loadedSuite, planOf, sharedStore, storedRun, temporaryFolder } from "./run.test-helper.ts";

const store = sharedStore();

describe("what a run keeps for later comparisons", () => {
  test("the agent's prompts and modules, and which metrics are never to be missed", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "prompt.md"), "Be kind.");
    const plan = await planOf(loadedSuite({ files: ["./prompt.md"], metrics: [contains(), safety()] }, folder));
    const run = await storedRun(store(), await execute(store(), plan));
    const header = run.suites[0]?.header;
    expect(header?.sources?.files["prompt.md"]?.text).toBe("Be kind.");
    expect(Object.keys(header?.sources?.modules ?? {})).toEqual(["exam.eval.ts"]);
    expect(header?.metrics.map(({ name, zeroTolerance }) => [name, zeroTolerance])).toEqual([
      ["contains", undefined],
      ["safety", true],
    ]);
    const [result] = await readResults(store(), run);
    expect(result?.agent.sources).toEqual(header?.sources);
    expect(result?.cases.map(({ caseId, trials }) => [caseId, trials])).toEqual([
      ["one", { passed: 1 }],
      ["two", { passed: 1 }],
    ]);
  });

  test("a floor is decided on when the run is over, from the means over cases", async () => {
    const decisionWith = async (floor: number) => {
      const gate = { floors: { contains: floor } };
      const { suites, exitCode } = await execute(store(), await planOf({ gate }));
      return { exitCode, means: suites[0]?.facts.means, reason: suites[0]?.decision.reason };
    };
    expect(await decisionWith(1)).toMatchObject({ exitCode: 0, means: { contains: 1 } });
    const plain = await execute(store(), await planOf({}));
    expect(plain.suites[0]?.facts.means).toBeUndefined();
  });
});

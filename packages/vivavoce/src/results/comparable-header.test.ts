import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contains, safety } from "../metric/index.ts";
import { execute, loadedSuite, planOf, sharedStore, storedRun, temporaryFolder } from "../run/run.test-helper.ts";
import { readResults } from "./read-suite.ts";

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
    expect(result?.cases.map(({ caseId, trials }) => [caseId, trials])).toEqual(
      ["one", "two"].map((id) => [
        id,
        [
          {
            repeat: 1,
            status: "passed",
            values: { contains: 1, safety: 1 },
            answers: { origin: "none" },
          },
        ],
      ]),
    );
  });

  test("a floor is decided on when the run is over, from the means over cases", async () => {
    const decisionWith = async (floor: number) => {
      const gate = { floors: { contains: floor } };
      const { decided, exitCode } = await execute(store(), await planOf({ gate }));
      return { exitCode, mean: decided[0]?.summaries[0]?.metrics[0]?.observed?.mean };
    };
    expect(await decisionWith(1)).toEqual({ exitCode: 0, mean: 1 });
  });

  test("which cases were left out: by a flag", async () => {
    const plan = await planOf({}, { options: { cases: ["one"] } });
    const run = await storedRun(store(), await execute(store(), plan, { options: { cases: ["one"] } }));
    const [result] = await readResults(store(), run);
    expect(result).toMatchObject({ chosen: { how: "by hand" }, planned: 1, repeats: 1 });
  });
});

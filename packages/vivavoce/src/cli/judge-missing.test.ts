import { describe, expect, test } from "vitest";
import { casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

const polite = `metric.criteria({ criteria: ["is polite"], steps: [], threshold: 0.5 })`;
const judged = suiteText({ metrics: `[contains(), ${polite}, metric.bias({ name: "mood" })]` });
const named = /suite exam has no model judge, which criteria, mood need\n +Name it in the suite/;

describe("a judge that nobody names", () => {
  test.each(["run", "run --live", "run --dry-run"])("is told before the first call of viva %s", async (command) => {
    const project = projectHere({ "a.eval.ts": judged });
    expect(await project.viva(command)).toMatchObject({ code: 64, stderr: expect.stringMatching(named) });
    expect(await project.runs()).toEqual([]);
  });

  test("is reported before a run or a file is scored, unless only other metrics are wanted", async () => {
    const project = projectHere({ "a.eval.ts": suiteText({ cases: casesOf("one") }) });
    await project.viva("run");
    await project.viva("export latest --out given.jsonl");
    project.write({ "a.eval.ts": judged });
    for (const what of ["latest", "given.jsonl"]) {
      const refused = await project.viva(`score ${what} --live`);
      expect(refused).toMatchObject({ code: 64, stderr: expect.stringMatching(named) });
    }
    expect(await project.runs()).toHaveLength(1);
    expect((await project.viva("score latest --metric contains")).code).not.toBe(64);
  });

  test("is missed by criteria on a scale", async () => {
    const metrics = `[metric.criteria({ criteria: ["is polite"], steps: [], scale: [1, 5] })]`;
    expect((await projectHere({ "a.eval.ts": suiteText({ metrics }) }).viva("run")).code).toBe(64);
  });

  test("is not missed by a metric that no case gives anything to judge", async () => {
    const project = projectHere({ "a.eval.ts": suiteText({ metrics: `[contains(), metric.coherence()]` }) });
    expect((await project.viva("run")).code).toBe(0);
  });

  test("viva doctor reports it as well", async () => {
    const { code, stdout } = await projectHere({ "a.eval.ts": judged }).viva("doctor");
    expect(code).toBe(64);
    expect(stdout).toContain("suite exam has no model judge, which criteria, mood need");
  });
});

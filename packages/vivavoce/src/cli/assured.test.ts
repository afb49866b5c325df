import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const casesOf = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      id: `case-${index}`,
      script: [{ content: `Hello ${index}` }],
      expect: { contains: [`Hello ${index}`] },
    })),
  );

describe("--assured", () => {
  test("asks about the agent: what was observed on few cases does not settle it, for run and gate alike", async () => {
    const project = projectHere({ "a.eval.ts": suiteText({ cases: casesOf(10) }) });
    const observed = await project.viva("run --pass-rate 0.9");
    expect(observed.code).toBe(0);
    const open = await project.viva("run --pass-rate 0.9 --assured");
    expect(open.code).toBe(2);
    expect(open.stdout).toContain("about 29 cases in all would settle it");
    expect((await project.viva("gate")).code).toBe(2);
    expect((await project.viva("gate --pass-rate 0.7")).code).toBe(0);
    expect((await project.viva("gate --inconclusive fail")).code).toBe(1);
    project.write({
      "a.eval.ts": suiteText({ cases: casesOf(29), fields: "gate: { passRate: 0.9, assured: true }," }),
    });
    const sure = await project.viva("run");
    expect(sure.code).toBe(0);
    expect((await project.viva("gate")).stdout).toContain("assured: pass rate at least 0.90");
  });

  test("--stop early stops when it is sure about the agent", async () => {
    const fields = "gate: { passRate: 0.8, assured: true },";
    const project = projectHere({ "a.eval.ts": suiteText({ cases: casesOf(60), fields }) });
    const early = await project.viva("run --stop early");
    expect(early.code).toBe(0);
    expect(early.stdout).toMatch(/stopped early after \d+ of 60 cases/);
    expect((await project.viva("gate")).stdout).toContain("assured: pass rate at least 0.8");
  });

  test("needs a floor, and one that can be assured", async () => {
    const project = projectHere({ "a.eval.ts": suiteText() });
    const none = await project.viva("run --assured");
    expect(none.code).toBe(64);
    expect(none.stderr).toContain("asks whether the agent reaches a floor, and suite exam has none");
    expect(none.stderr).toContain("Add --pass-rate 0.9");
    expect((await project.viva("run --assured --pass-rate 1")).code).toBe(64);
    expect(await project.runs()).toHaveLength(0);
    await project.viva("run");
    expect((await project.viva("gate --assured")).code).toBe(64);
  });
});

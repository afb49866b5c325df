import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

/** An agent whose words tell its version, and a rubric that code decides: no judge is asked. */
const exam = suiteText({
  cases: `Array.from({ length: 12 }, (_, index) => ({
    id: "case-" + (index + 1),
    type: index === 0 ? "single-turn" : "multi-turn",
    description: "Says something short",
    script: [{ content: "Hello " + (index + 1) }],
  }))`,
  agent: `({ prompt }) => ({
    name: "greeter",
    version: prompt,
    open: (context) => ({
      async reply() {
        context.record({ type: "text", text: prompt === "v1" ? "Well, hello there, my friend" : "Hello" });
      },
    }),
  })`,
  metrics: `[metric.rubric({
    threshold: 3,
    dimensions: [
      { id: "brevity", weight: 0.6, description: "Short?", anchors: { 1: "no", 5: "yes" },
        code: ({ text }) => ({ exactly: text.length > 10 ? 2 : 5, reason: "its length" }) },
      { id: "warmth", weight: 0.4, description: "Warm?", anchors: { 1: "no", 5: "yes" },
        code: ({ text }) => ({ exactly: text.includes("friend") ? 4 : 3, reason: "its words" }) },
    ],
  })]`,
  fields: `variants: { prompt: ["v1", "v2"] },`,
});

describe("a rubric by dimension", () => {
  test("is shown with means, intervals and cases, side by side, on its own scale", async () => {
    const project = projectHere({ "exam.eval.ts": exam });
    const ran = await project.viva("run --variant prompt=v1,v2 --verbose --try");
    expect(ran.stdout).toContain("rubric  4.20 of 5, at least 3: brevity 5 · warmth 3");
    expect(ran.stdout).toMatch(/✓ case-2 .* {3}\[multi-turn\] Says something short/);

    const table = await project.viva("show latest --dimensions");
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/rubric {3}2\.80 of 5 \[.*\], passes at 3, 12 cases/);
    expect(table.stdout).toMatch(/brevity {5}2\.00 of 5 \[1\.\d\d, \d\.\d\d\] +12 cases/);
    const cases = await project.viva("show latest --dimensions --variant prompt=v2 --verbose");
    expect(cases.stdout).toMatch(/case-1 +4\.20 +5\.00 +3\.00/);
    expect(cases.stdout).not.toContain("prompt v1");

    const { suites } = JSON.parse((await project.viva("show latest --dimensions --json")).stdout);
    expect(suites[0].metrics[0]).toMatchObject({ metric: "rubric", min: 1, max: 5, passesAt: 3 });
    expect(suites[0].metrics[0].dimensions[0]).toMatchObject({ id: "brevity", observed: { mean: 2 }, cases: 12 });

    const compared = await project.viva("compare latest latest --variant prompt=v1,v2 --dimensions");
    expect(compared.stdout).toMatch(/rubric by dimension\n {4}brevity {5}2\.00 → 5\.00 of 5 +\+3\.00 \[.*\] {2}better/);
    expect(compared.stdout).toMatch(/warmth {6}4\.00 → 3\.00 of 5 +−1\.00 \[.*\] {2}worse/);

    const trend = await project.viva("trend exam --dimensions");
    expect(trend.stdout).toMatch(/rubric\.brevity +5\.00 .* of 5/);
    expect((await project.viva("trend exam")).stdout).not.toContain("rubric.brevity");

    const shown = await project.viva("show latest case-1");
    expect(shown.stdout).toContain("[single-turn] Says something short");
    expect(shown.stdout).toContain("rubric (judged)  4.20 of 5, passed at 3");

    const tagged = await project.viva("run --variant prompt=v2 --tag single-turn --report junit --json");
    const { results } = JSON.parse(tagged.stdout);
    expect(results[0].trials.map((trial: { title: string }) => trial.title)).toEqual([
      "[single-turn] Says something short",
    ]);

    const unknown = await project.viva("show latest --dimensions --metric rubrik");
    expect(unknown.code).toBe(64);
    expect(unknown.stderr).toContain("rubric");
    for (const choice of ["prompt=v9", "prom=v1"]) {
      const unplayed = await project.viva(`show latest --dimensions --variant ${choice}`);
      expect(unplayed).toMatchObject({ code: 64, stdout: "", stderr: expect.stringContaining(`no run has ${choice}`) });
    }
  });

  test("for a run without dimensions, the error says which metrics have some", async () => {
    const project = projectHere({ "exam.eval.ts": suiteText({}) });
    await project.viva("run");
    const { code, stderr } = await project.viva("show latest --dimensions");
    expect(code).toBe(64);
    expect(stderr).toMatch(/no metric of latest has dimensions/);
  });
});

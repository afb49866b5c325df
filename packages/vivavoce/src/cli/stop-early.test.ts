import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const cases = JSON.stringify(
  Array.from({ length: 120 }, (_, index) => ({
    id: `case-${index}`,
    script: [{ content: `Hello ${index}` }],
    expect: { contains: [`Hello ${index}`] },
  })),
);

describe("viva run --stop early", () => {
  test("says how far it got, everywhere, and cannot be a baseline", async () => {
    const project = projectHere({ "a.eval.ts": suiteText({ cases, fields: "gate: { passRate: 0.8 }," }) });
    expect((await project.viva("run")).code).toBe(0);
    await project.viva("baseline set main");
    const planned = await project.viva("run --stop early --dry-run");
    expect(planned.stdout).toMatch(
      /exam stops after about \d+ of 120 cases, if the pass rate is 1\.00 as in its last run/,
    );
    const early = await project.viva("run --stop early");
    expect(early.code).toBe(0);
    expect(early.stdout).toContain("in a random order (seed 1)");
    const text = /stopped early after (\d+) of 120 cases/.exec(early.stdout);
    expect(Number(text?.[1])).toBeLessThan(90);
    expect((await project.viva("list --limit 1")).stdout).toContain(text?.[0]);
    expect((await project.viva("show latest")).stdout).toContain(text?.[0]);
    expect((await project.viva("run --resume")).stdout).toContain("more of it is played only if its gates need that");
    const refused = await project.viva("baseline set other latest");
    expect(refused).toMatchObject({ code: 64 });
    expect(refused.stderr).toContain("was stopped early");
    for (const sides of ["main latest", "latest main"]) {
      const compared = await project.viva(`compare ${sides} --json --gate scope=these`);
      expect(JSON.parse(compared.stdout).suites[0]).toMatchObject({ anytime: true, exact: false, scope: "like-these" });
    }
    const stricter = await project.viva("gate --pass-rate 0.99");
    expect(stricter.code).toBe(2);
    expect(stricter.stdout).toContain("which does not settle its floor of 0.99");
  });

  test("a suite that cannot pass early says why; a shard cannot stop early", async () => {
    const project = projectHere({ "a.eval.ts": suiteText({ cases }) });
    const { stdout } = await project.viva("run --stop early --dry-run");
    expect(stdout).toContain("can only fail early; to pass, it plays all 120 cases: every trial has to pass");
    const one = await project.viva("run --stop early --dry-run --case case-1");
    expect(one.stdout).toContain("to pass, it plays its only case: every trial has to pass");
    expect((await project.viva("run --stop early --shard 1/2")).code).toBe(64);
    expect((await project.viva("run --stop late")).code).toBe(64);
  });
});

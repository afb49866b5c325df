import { describe, expect, test } from "vitest";
import { greeterProject, play, sixtyCases } from "./comparing.test-helper.ts";

describe.concurrent("viva compare", () => {
  test("a planted regression fails, the same suite against itself passes, a small difference is inconclusive", async () => {
    const project = greeterProject();
    const good = await play(project, "good");
    const slight = await play(project, "slight");
    const bad = await play(project, "bad");
    const again = await play(project, "good");

    const failed = await project.viva(`compare ${good} ${bad}`);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain(`exam   run ${good} · version good → run ${bad} · version bad   60 cases in both`);
    expect(failed.stdout).toContain("  changed: agent version good → bad\n  changed: variant version good → bad\n");
    expect(failed.stdout).toContain("20 flips: 20 worse, 0 better");
    expect(failed.stdout).toMatch(
      /▸ pass rate\s+1\.00\s+0\.67\s+60 cases\s+−0\.33 \[−0\.47, −0\.19\]\s+−0\.45\s+< 0\.001/,
    );
    expect(failed.stdout).toContain(
      "exam   FAIL: pass rate −0.33 on these 60 cases (60 trials), at best −0.21: beyond the margin of 0.05\n",
    );
    const others = await project.viva(`compare ${good} ${bad} --gate scope=like-these`);
    expect(others.code).toBe(1);
    expect(others.stdout).toMatch(/FAIL: pass rate −0\.33 on cases like these 60, at best −0\.2\d: beyond the margin/);
    expect(failed.stdout).toContain(`
    ↓ case-1   passed → failed
        before  “Hello 1” (exchange 1)
        after   contains: `);

    const passed = await project.viva(`compare ${good} ${again}`);
    expect(passed.code).toBe(0);
    expect(passed.stdout).toContain(
      "PASS: pass rate ±0.00 on these 60 cases (60 trials), at worst −0.05: within the margin",
    );
    expect((await project.viva(`compare ${good} ${good}`)).code).toBe(0);

    const open = await project.viva(`compare ${good} ${slight} --gate scope=like-these`);
    expect(open.code).toBe(2);
    expect(open.stdout).toMatch(
      /INCONCLUSIVE: pass rate −0\.05 on cases like these 60, from −0\.1\d to [−+]0\.0\d, which does not settle a margin/,
    );
    expect(open.stdout).toContain("3 flips: 3 worse, 0 better");
    expect((await project.viva(`compare ${good} ${slight} --gate scope=like-these --inconclusive fail`)).code).toBe(1);
    expect((await project.viva(`compare ${good} ${slight} --gate scope=like-these --margin 0.2`)).code).toBe(0);
  });

  test("--json has all of it, and every flip with its evidence", async () => {
    const project = greeterProject();
    const [good, bad] = [await play(project, "good"), await play(project, "bad")];
    const { stdout, code } = await project.viva(`compare ${good} ${bad} --json`);
    expect(code).toBe(1);
    const report = JSON.parse(stdout);
    const [suite] = report.suites;
    expect(report.format).toBe(3);
    expect(suite).toMatchObject({ suite: "exam", before: { run: good }, after: { run: bad }, primary: "pass rate" });
    expect(suite.flips.map(({ caseId }: { caseId: string }) => caseId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `case-${index + 1}`),
    );
    expect(suite.flips.at(-1).evidence.before).toBe("“Hello 20” (exchange 1)");
    expect(suite.measures[0]).toMatchObject({
      name: "pass rate",
      cases: 60,
      role: "primary",
      means: { before: { observed: { mean: 1 }, missing: 0 } },
    });
    expect(suite.tags.map(({ tag }: { tag: string }) => tag)).toEqual(["even", "odd"]);
    expect(suite.decision).toMatchObject({ verdict: "fail", exitCode: 1 });
  });

  test("--variant chooses among a run's variants: two of one run, or one of several", async () => {
    const project = greeterProject();
    const both = await play(project, "good", "--variant version=bad");
    const one = await play(project, "good");
    const unsaid = await project.viva(`compare ${both} ${both}`);
    expect(unsaid.code).toBe(64);
    expect(unsaid.stderr).toContain("several variants could be compared: version=good; version=bad in the earlier");
    const within = await project.viva(`compare ${both} ${both} --variant version=bad,good`);
    expect(within.stdout).toContain("20 flips: 0 worse, 20 better");
    expect(within.code).toBe(0);
    expect((await project.viva(`compare ${one} ${both} --variant version=bad`)).code).toBe(1);
  });

  test("--metric compares and decides on one metric alone", async () => {
    const length = `defineMetric({ name: "length", report: true, score: (t) => scored(1, []) })`;
    const project = greeterProject({ metrics: `[contains(), ${length}]`, fields: `gate: { secondary: ["contains"] }` });
    const [good, bad] = [await play(project, "good"), await play(project, "bad")];
    const alone = await project.viva(`compare ${good} ${bad} --metric length`);
    expect(alone.code).toBe(0);
    expect(alone.stdout).toContain("PASS: length ±0.00 on these 60 cases");
    expect(alone.stdout).not.toMatch(/^ {4}contains /m);
    const unknown = await project.viva(`compare ${good} ${bad} --metric charm`);
    expect(unknown.code).toBe(64);
    expect(unknown.stderr).toContain("charm: neither run has this metric");
  });

  test("primary and secondary metrics by --gate override the suite", async () => {
    const steady = `defineMetric({ name: "steady", report: true, score: () => scored(1, []) })`;
    const project = greeterProject({ metrics: `[contains(), ${steady}]` });
    const [good, bad] = [await play(project, "good"), await play(project, "bad")];
    expect((await project.viva(`compare ${good} ${bad} --gate primary=steady`)).code).toBe(0);
    const both = await project.viva(`compare ${good} ${bad} --gate primary=steady,secondary=contains`);
    expect(both.code).toBe(1);
    expect(both.stdout).toContain(
      "FAIL: contains (secondary) −0.33 on these 60 cases (60 trials), at best −0.21: beyond the guard of 0.15",
    );
  });

  test("a metric that changed in between is refused, with the command that helps", async () => {
    const project = greeterProject();
    const good = await play(project, "good");
    project.write({ "exam.eval.ts": sixtyCases({ metrics: "[contains({ ignoreCase: true })]" }) });
    const later = await play(project, "good");
    const refused = await project.viva(`compare ${good} ${later}`);
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain(
      `suite exam: run ${good} and run ${later} cannot be compared: pass rate: different metrics decide it: contains`,
    );
    expect(refused.stderr).toContain(`score ${good} --all.`);
    expect((await project.viva(`score ${good} --all`)).code).toBe(0);
    expect((await project.viva(`compare ${good} ${later}`)).code).toBe(0);
  });

  test("runs with different cases are compared on those that are the same, and refused if there are none", async () => {
    const project = greeterProject();
    const good = await play(project, "good");
    const few = await play(project, "good", "--case 'case-1*'");
    const some = await project.viva(`compare ${good} ${few}`);
    expect(some.code).toBe(2);
    expect(some.stdout).toContain("11 cases in both");
    expect(some.stdout).toContain("on 11 of 60 cases, chosen by hand (11 trials)");
    expect(some.stdout).toContain(
      "left out: 49 cases not selected or without a tape: case-2, case-3, case-4, case-5 and 45 more",
    );
    const other = await play(project, "good", "--case case-2");
    const none = await project.viva(`compare ${few} ${other}`);
    expect(none.code).toBe(64);
    expect(none.stderr).toContain("the runs have no case in common: 12 not selected in one of them");
  });

  test("a name that is neither a run, a baseline nor a file is 64, and so are runs without a common suite", async () => {
    const project = greeterProject();
    const nothing = await project.viva("compare main latest");
    expect(nothing.code).toBe(64);
    expect(nothing.stderr).toContain("there is no run, baseline or baseline file main");
    const { stderr } = await project.viva("compare baselines/main.json latest");
    expect(stderr).toContain("viva baseline export NAME --file baselines/main.json");
    await play(project, "good");
    project.write({ "exam.eval.ts": sixtyCases().replace('name: "exam"', 'name: "other"') });
    await play(project, "good");
    const [other, exam] = await project.runs();
    const apart = await project.viva(`compare ${exam?.id} ${other?.id}`);
    expect(apart.code).toBe(64);
    expect(apart.stderr).toContain("have no suite in common: exam in the first, other in the second");
  });
});

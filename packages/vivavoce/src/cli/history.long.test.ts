import { describe, expect, test } from "vitest";
import { greeterProject, play, sixtyCases } from "./comparing.test-helper.ts";

describe.concurrent("viva trend", () => {
  test("a bar for each run, a break between runs that are not comparable, a plot for one metric", async () => {
    const project = greeterProject();
    await play(project, "good");
    await play(project, "good");
    project.write({ "exam.eval.ts": sixtyCases({ metrics: "[contains({ ignoreCase: true })]" }) });
    const third = await play(project, "good");
    const trend = await project.viva("trend exam");
    expect(trend.code).toBe(0);
    expect(trend.stdout).toMatch(/^exam · version good {3}3 runs, /);
    expect(trend.stdout).toContain("  pass rate  1.00 ██┊█ 1.00 [0.94, 1.00]\n  contains   1.00 ██┊█ 1.00");
    expect(trend.stdout).toContain(
      `┊ contains: before run ${third}: its options, its threshold or its version have changed`,
    );
    const plot = await project.viva("trend exam --metric contains --limit 2");
    expect(plot.stdout).toContain("2 runs");
    expect(plot.stdout).toContain("   1.00 ┤ ● ┊●\n");
    expect(plot.stdout).not.toContain("pass rate");
    const { trends } = JSON.parse((await project.viva("trend exam --json")).stdout);
    expect(trends[0].series[0]).toMatchObject({
      measure: "pass rate",
      points: [{ observed: { mean: 1 } }, { observed: { mean: 1 } }, {}],
    });
  });

  test("runs of selected cases and of stand-ins are left out, and a line says so", async () => {
    const project = greeterProject();
    await play(project, "good", "--case 'case-1*'");
    const nothing = await project.viva("trend exam");
    expect(nothing.code).toBe(64);
    expect(nothing.stderr).toContain(
      "there is no finished run of the whole suite exam; left out: 1 run of selected cases (--case, --tag, --failed)",
    );
    expect(await project.viva("trend")).toMatchObject({ code: 0, stdout: "no finished run of a whole suite yet\n" });
    const whole = await play(project, "good");
    const standIn = await play(project, "good", "--agent nothing");
    const part = await play(project, "good", "--tag odd");
    const trend = await project.viva("trend exam");
    expect(trend.stdout).toMatch(/^exam · version good {3}1 run, /);
    expect((await project.viva("trend")).stdout).toBe(trend.stdout);
    expect((await project.viva("trend --json")).code).toBe(64);
    expect(trend.stdout).toContain(
      "\nleft out: 2 runs of selected cases (--case, --tag, --failed), 1 run of a stand-in (--agent)\n",
    );
    const { trends, leftOut } = JSON.parse((await project.viva("trend exam --json")).stdout);
    expect(trends[0].series[0].points.map(({ run }: { run: string }) => run)).toEqual([whole]);
    expect(leftOut.slice(0, 2)).toEqual([
      { run: part, why: "selected cases" },
      { run: standIn, why: "stand-in" },
    ]);
    const power = await project.viva("compare --plan exam --detect 0.05");
    expect(power.stdout).toContain(`from 60 cases in run ${whole} alone`);
    expect(power.stdout).toContain("left out: 2 runs of selected cases");
    expect(JSON.parse((await project.viva("compare --plan exam --detect 0.05 --json")).stdout).leftOut).toEqual(
      leftOut,
    );
  });

  test("a suite or a metric without a run is 64", async () => {
    const project = greeterProject();
    expect((await project.viva("trend exam")).stderr).toContain("`npx viva run` makes the first");
    await play(project, "good");
    const suite = await project.viva("trend exams");
    expect(suite.code).toBe(64);
    expect(suite.stderr).toContain("Did you mean exam?");
    const metric = await project.viva("trend exam --metric charm");
    expect(metric.code).toBe(64);
    expect(metric.stderr).toContain("Name one of pass rate, contains.");
  });
});

describe.concurrent("viva compare --plan", () => {
  test("one run gives bounds on the number of cases, two runs an estimate; a plan says whether it can settle the margin", async () => {
    const project = greeterProject();
    const bad = await play(project, "bad");
    const alone = await project.viva("compare --plan exam --margin 0.05");
    expect(alone.code).toBe(0);
    expect(alone.stdout).toMatch(
      /pass rate: to settle a margin of 0\.05\n {4}with 59 to [\d,]+ cases a comparison passes four times out of five/,
    );
    expect(alone.stdout).toContain(`from 60 cases in run ${bad} alone`);
    const again = await play(project, "bad");
    const both = await project.viva("compare --plan exam --detect 0.1 --metric contains --json");
    expect(JSON.parse(both.stdout)).toMatchObject({
      format: 2,
      detect: 0.1,
      measures: [{ measure: "contains", from: { kind: "two runs", runs: [bad, again] }, cases: 60, repeats: 1 }],
    });
    // An agent that asks no model does not vary: on these cases the verdict is exact, however few there are.
    expect((await project.viva("run --dry-run")).stdout).not.toContain("compared with a baseline");
    expect((await project.viva("run --dry-run --gate scope=like-these")).stdout).toContain(
      "60 cases can settle a margin of 0.05",
    );
    const others = await project.viva("run --dry-run --repeat 3 --case 'case-1*' --gate scope=like-these");
    expect(others.stdout).toContain(
      "11 cases cannot show a change of 0.05; at least 59 are needed, or --margin 0.24, which 11 can settle",
    );
  });

  test("from repeats it estimates how much more repeats would help", async () => {
    const project = greeterProject({
      metrics: `[contains(), defineMetric({ name: "luck", report: true, score: (t) => scored((t.case.length + t.repeat) % 2, []) })]`,
      fields: `gate: { primary: "luck" }`,
    });
    await play(project, "good", "--repeat 2");
    const { stdout } = await project.viva("compare --plan exam --detect 0.3");
    expect(stdout).toContain("luck: to detect a change of 0.3");
    expect(stdout).toContain("from 60 cases × 2 repeats in run");
    const show = await project.viva("show latest");
    expect(show.stdout).toContain("pass^2 1.00 [0.94, 1.00] (pass@2 1.00)");
    expect(show.stdout).toContain("variance of luck: 0 % the case, 100 % chance within a case; more repeats would");
  });

  test("--margin and --detect exclude each other and are between 0 and 1; without both it is the gate's margin", async () => {
    const project = greeterProject();
    await play(project, "good");
    for (const flags of [
      "--detect 0",
      "--detect 2",
      "--detect 0.1 --margin 0.1",
      "--margin 1",
      "--detect 0.1 --metric charm",
    ]) {
      expect([flags, (await project.viva(`compare --plan exam ${flags}`)).code]).toEqual([flags, 64]);
    }
    expect((await project.viva("compare --plan exam")).stdout).toContain("to settle a margin of 0.05");
  });
});

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesOf, projectHere, suiteText } from "./cli.test-helper.ts";
import { greeterProject, play, sixtyCases } from "./comparing.test-helper.ts";

describe.concurrent("viva run --baseline", () => {
  test("adds the comparison to the suite's own gates, and the worse counts", async () => {
    const project = greeterProject({ fields: "gate: { passRate: 0.5 }" });
    await play(project, "good");
    await project.viva("baseline set main");
    const same = await project.viva("run --variant version=good --baseline main");
    expect(same.code).toBe(0);
    expect(same.stdout).toContain("PASS: pass rate ±0.00 on these 60 cases");
    const bad = await project.viva("run --variant version=bad --baseline main");
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/of 60 {3}FAIL: pass rate −0\.33 on these 60 cases/);
    expect(bad.stdout).toContain("20 flips: 20 worse, 0 better");
    expect((await project.viva("run --variant version=bad")).code).toBe(0);
    const others = "--baseline main --gate scope=like-these";
    const slight = await project.viva(`run --variant version=slight ${others}`);
    expect(slight.code).toBe(2);
    expect(slight.stdout).toContain("INCONCLUSIVE: pass rate −0.05 on cases like these 60");
    // Its own gates fail, and the comparison is open: there is one verdict, with both reasons, wherever it is shown.
    const failed = await project.viva(`run --variant version=slight ${others} --pass-rate 0.99 --report markdown`);
    expect(failed.code).toBe(1);
    const markdown = readdirSync(join(project.folder, "results")).find((name) => name.endsWith(".md"));
    const gate = await project.viva(`gate ${others} --pass-rate 0.99`);
    for (const text of [failed.stdout, gate.stdout, project.read(`results/${markdown}`)]) {
      expect(text).not.toMatch(/INCONCLUSIVE|❔ inconclusive\n/);
      expect(text).toMatch(/is under the floor of 0\.99; apart from that: inconclusive, pass rate −0\.05/);
    }
    const report = await project.viva(`run --variant version=slight ${others} --json --inconclusive pass`);
    expect(report.code).toBe(0);
    expect(JSON.parse(report.stdout).header.decisions).toMatchObject([{ suite: "exam", verdict: "inconclusive" }]);
  });

  test("neither the run itself nor that of a stand-in is something to compare with", async () => {
    const project = greeterProject();
    await play(project, "good", "--try");
    const own = await project.viva("gate --baseline latest");
    expect(own).toMatchObject({ code: 64, stderr: expect.stringContaining("latest is the run itself") });
    await project.viva("baseline set main");
    expect((await project.viva("gate --baseline main")).code).toBe(64);
    await project.viva("run --agent nothing --variant version=good");
    const other = await project.viva("run --variant version=good --baseline latest");
    expect(other).toMatchObject({ code: 64, stderr: expect.stringContaining('examined the stand-in "nothing"') });
  });

  test("latest is the newest run before this one", async () => {
    const project = greeterProject({ fields: "gate: { passRate: 0.5 }" });
    const good = await play(project, "good");
    const bad = await project.viva("run --variant version=bad --baseline latest");
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain(`run ${good} · version good → run`);
  });

  test("a run that could not be compared is refused before anything is played", async () => {
    const project = greeterProject();
    await play(project, "good");
    await project.viva("baseline set main");
    project.write({ "exam.eval.ts": sixtyCases({ metrics: "[contains({ ignoreCase: true })]" }) });
    const refused = await project.viva("run --baseline main");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain("pass rate: different metrics decide it: contains");
    expect((await project.viva("run --baseline nobody")).code).toBe(64);
    expect(await project.runs()).toHaveLength(1);
  });

  test("a suite that the baseline does not hold is decided by its own gates; if it holds none of the suites, it is refused", async () => {
    const project = projectHere({ "one.eval.ts": suiteText({ name: "one" }) });
    await project.viva("run --try");
    await project.viva("baseline set main");
    project.write({ "two.eval.ts": suiteText({ name: "two" }) });
    const both = await project.viva("run --baseline main");
    expect(both.code).toBe(0);
    expect(both.stdout).toContain("main has no baseline for two: only its own gates count");
    const json = await project.viva("run --baseline main --json --report markdown");
    expect(json.stderr).toContain("main has no baseline for two");
    expect(JSON.parse(json.stdout).header.decisions.map(({ note }: { note?: string }) => note)).toEqual([
      undefined,
      "main has no baseline for two: only its own gates count",
    ]);
    const [report = ""] = readdirSync(join(project.folder, "results"));
    expect(project.read(`results/${report}`)).toContain("main has no baseline for two");
    const other = await project.viva("run two.eval.ts --baseline main");
    expect(other.code).toBe(64);
    expect(other.stderr).toContain("main is a baseline of one, not of two");
    // A suite that nobody plays any more is missed.
    await project.viva("baseline set both latest");
    rmSync(join(project.folder, "two.eval.ts"));
    const gone = await project.viva("run --baseline both");
    expect(gone).toMatchObject({ code: 2, stdout: expect.stringContaining("both has two, and this run does not") });
    expect((await project.viva("gate --baseline both")).code).toBe(2);
    expect((await project.viva("gate")).code).toBe(2);
    // Who names the suites has chosen.
    expect((await project.viva("run one.eval.ts --baseline both")).code).toBe(0);
  });
});

describe.concurrent("the policy by flag", () => {
  const share = `defineMetric({ name: "share", report: true, score: (t) => scored(t.case === "one" ? 1 : 0.5, []) })`;
  const project = () =>
    projectHere({
      "exam.eval.ts": suiteText({
        cases: casesOf("one", "two", "three").replace('["Hello three"]', '["Good bye"]'),
        metrics: `[contains(), ${share}]`,
        fields: `gate: { floors: { share: 0.6 } }`,
      }),
    });

  test("--pass-rate and a floor, on a run and on a stored one", async () => {
    const { viva } = project();
    const run = await viva("run");
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("FAIL: 1 trial failed");
    expect((await viva("gate --pass-rate 0.6")).code).toBe(0);
    const floor = await viva("gate latest --pass-rate 0.6 --gate floors.share=0.7");
    expect(floor.code).toBe(1);
    expect(floor.stdout).toContain("FAIL: share of 0.67 observed on average is under its floor of 0.7");
    const played = await viva("run --pass-rate 0.6 --gate floors.share=0.7");
    expect(played.code).toBe(1);
    expect(played.stdout).toContain("share of 0.67 observed on average is under its floor of 0.7");
    expect((await viva("run --pass-rate 0.6")).code).toBe(0);
  });

  test("a number outside 0 to 1, a malformed METRIC=VALUE and an unknown metric are refused", async () => {
    const { viva, runs } = project();
    await viva("run");
    for (const flag of [
      "--pass-rate 2",
      "--margin 0",
      "--gate floors.share",
      "--gate floors.charm=0.5",
      "--inconclusive maybe",
    ]) {
      expect([flag, (await viva(`gate ${flag}`)).code]).toEqual([flag, 64]);
    }
    const unplayed = await viva("run --gate floors.charm=0.5");
    expect(unplayed.code).toBe(64);
    expect(unplayed.stderr).toContain("there is no metric charm in suite exam for its gate");
    expect(await runs()).toHaveLength(1);
  });
});

describe.concurrent("viva gate", () => {
  test("decides a stored run again: with a baseline, another margin, as JSON", async () => {
    const project = greeterProject({ fields: "gate: { passRate: 0 }" });
    const good = await play(project, "good");
    await play(project, "slight");
    expect((await project.viva("gate")).code).toBe(0);
    const against = `--baseline ${good} --gate scope=like-these`;
    const open = await project.viva(`gate latest ${against}`);
    expect(open.code).toBe(2);
    expect(open.stdout).toContain("3 flips: 3 worse, 0 better");
    expect((await project.viva(`gate ${against} --margin 0.2`)).code).toBe(0);
    expect((await project.viva(`gate ${against} --inconclusive fail`)).code).toBe(1);
    const { stdout } = await project.viva(`gate ${against} --json`);
    expect(JSON.parse(stdout)).toMatchObject({
      format: 3,
      suites: [{ suite: "exam", decision: { verdict: "inconclusive" }, comparisons: [{ paired: 60 }] }],
    });
    expect((await project.viva("gate nobody")).code).toBe(64);
  });

  test("a safety hit fails whatever the flags say; no hit is shown with an upper bound", async () => {
    const guarded = (forbid: string) =>
      suiteText({
        metrics: `[contains(), metric.safety({ canaries: [${forbid}] })]`,
        fields: "gate: { passRate: 0 }",
      });
    const project = projectHere({ "exam.eval.ts": guarded("") });
    await project.viva("run");
    const clean = await project.viva("gate");
    expect(clean.code).toBe(0);
    expect(clean.stdout).toContain("  safety: hit in 0 of 2 cases, so ≤ 0.78 of all with 95 % confidence");
    project.write({ "exam.eval.ts": guarded(`"Hello one"`) });
    await project.viva("run");
    const hit = await project.viva("gate --pass-rate 0");
    expect(hit.code).toBe(1);
    expect(hit.stdout).toContain("FAIL: safety hit in 1 of 2 cases");
  });

  test("a run that --bail stopped has one verdict, for run, gate, list, show and JSON, with or without a baseline", async () => {
    const project = greeterProject({ fields: "gate: { passRate: 0.5 }" });
    const good = await play(project, "good");
    expect((await project.viva("run --variant version=bad --bail --concurrency 1")).code).toBe(1);
    expect((await project.viva("gate")).code).toBe(1);
    expect((await project.viva(`gate --baseline ${good}`)).code).toBe(1);
    for (const command of ["list", "show latest", "gate"])
      expect((await project.viva(command)).stdout).toMatch(/FAIL: 1 trial failed.*; --bail left \d+ trials? out/);
    const report = JSON.parse((await project.viva("show latest --json")).stdout);
    expect(report.header.decisions).toMatchObject([{ verdict: "fail", exitCode: 1 }]);
  });
});

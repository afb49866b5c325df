import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectHere, suiteText, type TestProject } from "./cli.test-helper.ts";
import { greeterProject, play } from "./comparing.test-helper.ts";

const anyRate = { fields: "gate: { passRate: 0 }" };

async function codesOf(project: TestProject, lines: readonly string[]): Promise<[string, number | null][]> {
  const codes: [string, number | null][] = [];
  for (const line of lines) codes.push([line, (await project.viva(line)).code]);
  return codes;
}

describe("cases chosen by their outcome", () => {
  test("are never compared with a stored baseline, and become none", async () => {
    const project = greeterProject(anyRate);
    const bad = await play(project, "bad");
    await project.viva("baseline set main");
    await project.viva("baseline export main --file main.json");
    const refused = await project.viva("run --failed --variant version=bad --baseline main");
    expect(refused.code).toBe(64);
    expect(refused.stderr).toContain("played only cases that failed before (--failed)");
    expect(refused.stderr).toContain("Play the whole suite, without --failed");
    expect(await project.runs()).toHaveLength(1);
    const failed = await play(project, "bad", "--failed");
    const lines = [
      `gate ${failed} --baseline main`,
      `gate ${failed} --baseline main.json`,
      `gate ${failed} --baseline ${bad}`,
      `compare main ${failed}`,
      `compare ${failed} main`,
      `compare main.json ${failed}`,
      `baseline set chosen ${failed}`,
      `baseline set chosen ${failed} --partial`,
      "run --failed --baseline latest",
      "run --failed --baseline main.json --variant version=good",
    ];
    expect(await codesOf(project, lines)).toEqual(lines.map((line) => [line, 64]));
    expect((await project.viva(`gate ${failed}`)).code).toBe(0);
  });

  test("stay so when the run is resumed or scored again", async () => {
    const project = greeterProject();
    await play(project, "bad");
    await project.viva("baseline set main");
    await project.viva("run --failed --bail --concurrency 1");
    expect((await project.viva("run --resume --baseline main")).code).toBe(64);
    await project.viva("run --resume");
    await project.viva("score latest --all");
    const lines = ["gate --baseline main --pass-rate 0", "compare main latest", "baseline set other --partial"];
    expect(await codesOf(project, lines)).toEqual(lines.map((line) => [line, 64]));
  });

  test("may be compared where both sides played the same choice anew", async () => {
    const project = greeterProject(anyRate);
    await play(project, "bad");
    await project.viva("run --failed --variant version=bad,good");
    const { code, stdout } = await project.viva("compare latest latest --variant version=bad,good");
    expect(stdout).toContain("on 20 of 60 cases, chosen because they failed before");
    expect(code).toBe(0);
  });
});

describe("cases chosen by hand", () => {
  test("are named in the verdict, and such a run becomes no baseline and no point of a trend", async () => {
    const project = greeterProject(anyRate);
    const whole = await play(project, "good", "--try");
    await project.viva("baseline set main");
    const few = await project.viva("run --variant version=good --case 'case-1*' --baseline main");
    expect(few.stdout).toContain("pass rate ±0.00 on 11 of 60 cases, chosen by hand (11 trials)");
    const [newest] = await project.runs();
    expect((await project.viva(`compare ${newest?.id} ${newest?.id}`)).stdout).toContain(
      "11 of 60 cases, chosen by hand",
    );
    for (const line of ["baseline set other", "baseline set other --partial"]) {
      const refused = await project.viva(line);
      expect([line, refused.code]).toEqual([line, 64]);
      expect(refused.stderr).toContain("played cases that were chosen by hand (--case)");
      expect(refused.stderr).toContain(`baseline set other ${whole}`);
    }
    const { trends } = JSON.parse((await project.viva("trend exam --json")).stdout);
    expect(trends[0].series[0].points.map(({ run }: { run: string }) => run)).toEqual([whole]);
    const alone = await project.viva("run --variant version=good --case 'case-1*' --report junit,markdown --json");
    const told = "11 of 60 cases, chosen by hand";
    expect(JSON.parse(alone.stdout).header.decisions[0].reason).toContain(told);
    const reports = readdirSync(join(project.folder, "results")).filter((file) => /\.(?:md|xml)$/.test(file));
    expect(reports).toHaveLength(2);
    for (const file of reports) expect(project.read(`results/${file}`), file).toContain(told);
    for (const line of ["gate", "list --limit 1", "show latest"])
      expect((await project.viva(line)).stdout).toMatch(new RegExp(`PASS[^\\n]*${told}`));
    // Tags are not a choice by hand or by outcome.
    expect((await project.viva("run --variant version=good --tag even --baseline main")).code).toBe(0);
    expect((await project.viva("baseline set even --partial")).code).toBe(0);
  });
});

/** 100 cases of which the last five fail; `cases` chooses some of them, as source text. */
const hundred = (cases = "") =>
  suiteText({
    cases: `Array.from({ length: 100 }, (_, index) => ({
      id: "c" + (index + 1),
      script: [{ content: "Hello " + (index + 1) }],
      expect: { contains: [index < 95 ? "Hello" : "Goodbye"] },
    }))${cases}`,
    fields: "gate: { passRate: 0 }",
  });

describe("cases removed since the baseline", () => {
  const project = projectHere({ "exam.eval.ts": hundred() });
  const played = async (cases: string, line = "run --baseline main") => {
    project.write({ "exam.eval.ts": hundred(cases) });
    return project.viva(line);
  };

  test("count as failed: ten of a hundred, of which five had passed, are inconclusive; one is not", async () => {
    await project.viva("run");
    await project.viva("baseline set main");
    const ten = await played(".slice(0, 90)");
    expect(ten.code).toBe(2);
    expect(ten.stdout).toContain(
      "10 cases that were removed or rewritten since the baseline (c91, c92, c93, c94, c95 and 5 more)",
    );
    expect(ten.stdout).toContain("retired: true");
    for (const line of ["gate --baseline main", "compare main latest"]) expect((await project.viva(line)).code).toBe(2);
    const one = await played(".filter(({ id }) => id !== 'c95')");
    expect(one.code).toBe(0);
    expect(one.stdout).toContain(
      "also with 1 case that was removed or rewritten since the baseline (c95) counted as failed",
    );
    const rewritten = await played(
      ".map((one, index) => (index < 90 || index > 94 ? one : { ...one, description: 'new' }))",
    );
    expect(rewritten.code).toBe(2);
  });

  test("as retired they are played until the baseline is set again, and then left out", async () => {
    const retired = ".map((one, index) => (index < 90 ? one : { ...one, retired: true }))";
    const still = await played(retired);
    expect(still.code).toBe(0);
    expect(still.stdout).toContain("on these 100 cases");
    await project.viva("baseline set main");
    const left = await played(retired);
    expect(left.code).toBe(0);
    expect(left.stdout).toContain("on these 90 cases");
    expect(left.stdout).toContain("not played, since they are retired and the baseline no longer has them: c91, c92");
    // Without a baseline to compare with, the newest one decides.
    expect((await project.viva("run")).stdout).toContain("not played, since they are retired");
    expect((await played(".slice(0, 90)")).code).toBe(0);
  });
});

describe("again until it passes", () => {
  test("the third run of a version against a baseline is named, with what all three came to", async () => {
    const project = greeterProject(anyRate);
    await play(project, "good", "--try");
    await project.viva("baseline set main");
    const line = "run --variant version=slight --baseline main";
    expect((await project.viva(line)).stdout).not.toContain("against this baseline");
    expect((await project.viva(line)).stdout).toContain("2nd run of this version against this baseline");
    const third = await project.viva(line);
    expect(third.stdout).toContain(
      "3rd run of this version against this baseline: over all 3 runs pass rate is 0.95, −0.05 against the baseline",
    );
    const tried = "with 3 tries a wrong pass is up to 14 % likely";
    expect((await project.viva("gate --baseline main --gate scope=like-these")).stdout).toContain(tried);
    expect((await project.viva("compare main latest")).stdout).toContain("3rd run of this version");
    // Another version begins anew.
    expect((await project.viva("run --variant version=bad --baseline main")).stdout).not.toContain(
      "run of this version",
    );
  });

  test("a baseline that was picked among several runs is named likewise", async () => {
    const project = greeterProject(anyRate);
    await play(project, "slight");
    const picked = await play(project, "slight");
    await play(project, "slight");
    await project.viva(`baseline set main ${picked}`);
    const { stdout } = await project.viva("run --variant version=good --baseline main");
    expect(stdout).toContain("the baseline is the 2nd of 3 runs of its version: over all 3 runs pass rate is 0.95");
  });
});

test("a small baseline says what it can show, and how to show more", async () => {
  const cases = JSON.stringify(
    Array.from({ length: 12 }, (_, index) => ({
      id: `c${index}`,
      script: [{ content: "Hi" }],
      expect: { contains: ["Hi"] },
    })),
  );
  const project = projectHere({ "exam.eval.ts": suiteText({ cases }) });
  await project.viva("run");
  expect((await project.viva("baseline set main")).stdout).toContain(
    "with 12 cases a change of 0.22 or more can be shown; --repeat 5 in both runs, or 59 cases, show a change of 0.05",
  );
});

test("a shard that was played twice counts once: the first whole run", async () => {
  const project = projectHere({ "exam.eval.ts": suiteText() });
  for (const shard of ["1/2", "2/2", "1/2"]) await project.viva(`run --shard ${shard}`);
  const [again, , first] = await project.runs();
  const merged = await project.viva("merge .viva");
  expect(merged.code).toBe(0);
  expect(merged.stdout).toMatch(new RegExp(`1/2 +${again?.id} .*played again, not counted`));
  const [{ header } = { header: undefined }] = await project.runs();
  expect(header?.merged?.shards).toContainEqual({ index: 1, run: first?.id });
  // A whole merge is over: one shard played again does not replace its part of it.
  await project.viva("run --shard 1/2");
  const replaced = await project.viva("merge .viva");
  expect(replaced.code).toBe(64);
  expect(replaced.stderr).toContain("shard 2/2 is missing");
});

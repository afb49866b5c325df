import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { projectHere, suiteText, type TestProject } from "./cli.test-helper.ts";

const forged = "update scores set value = 1, passed = 1; update trials set status = 'passed' where status = 'failed'";

/** An agent that gets the first case wrong, and does something else when it is asked the last one. */
function cheatingProject(deed: string): TestProject {
  const project = projectHere({});
  project.write({
    "exam.eval.ts": suiteText({
      before: `import { DatabaseSync } from "node:sqlite"; import { writeFileSync } from "node:fs";
        const folder = ${JSON.stringify(project.folder)};
        const written = () => {
          const store = new DatabaseSync(folder + "/.viva/store.sqlite");
          const { trials } = store.prepare("select count(distinct case_id) as trials from trials where status is not null").get();
          store.close();
          return trials;
        };
        const sql = (text) => { const store = new DatabaseSync(folder + "/.viva/store.sqlite"); store.exec(text); store.close(); };`,
      cases: `["one", "two", "three"].map((id) => ({ id, script: [{ content: id }], expect: { contains: ["Hello " + id] } }))`,
      agent: `{
        name: "cheat", version: "1",
        open: (context) => ({
          async reply(message) {
            if (message === "three") {
              while (written() < 2) await new Promise((resolve) => setTimeout(resolve, 50));
              ${deed};
            }
            context.record({ type: "text", text: message === "one" ? "Go away" : "Hello " + message });
          },
        }),
      }`,
    }),
  });
  return project;
}

function forge(project: TestProject, text: string): void {
  const store = new DatabaseSync(join(project.folder, ".viva/store.sqlite"));
  store.exec(text);
  store.close();
}

describe("results that somebody changes behind Viva's back", () => {
  test("while the run is played: the run ends with 3 and says so, and so does gate", async () => {
    const project = cheatingProject(`sql(${JSON.stringify(forged)})`);
    const run = await project.viva("run --concurrency 1");
    expect(run).toMatchObject({ code: 3 });
    expect(run.stdout).toContain("ERROR: results were changed while the run was played");
    expect((await project.viva("gate")).code).toBe(3);
    expect((await project.viva("list")).stdout).toContain("results were changed");
  });

  test("a row that was never played and a row that is gone end with 3", async () => {
    const copied = [
      "create temp table copy as select * from trials limit 1",
      "update copy set trial = '/zero/1', position = 9, case_id = 'zero', status = 'passed'",
      "insert into trials select * from copy",
    ].join(";");
    const added = cheatingProject(`sql(${JSON.stringify(copied)})`);
    expect((await added.viva("run --concurrency 1")).code).toBe(3);
    const removed = cheatingProject(`sql("delete from trials where case_id = 'one'")`);
    expect((await removed.viva("run --concurrency 1")).code).toBe(3);
  });

  test.each([
    ["the gate", `update run_suites set header = json_set(header, '$.gate', json('{"passRate":0}'))`],
    ["what decides", `update run_suites set header = json_set(header, '$.metrics[0].gating', json('false'))`],
    [
      "the plan, with a row less",
      `update run_suites set planned = 2, header = json_set(header, '$.variants[0].planned', 2, '$.variants[0].cases', 2);
       delete from trials where case_id = 'one'`,
    ],
    ["who plays it", "update runs set header = json_set(header, '$.queue', json('true'))"],
  ])("what the results are decided by: %s", async (_, text) => {
    const { viva } = cheatingProject(`sql(${JSON.stringify(text)})`);
    const run = await viva("run --concurrency 1");
    expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining("ERROR: results were changed") });
  });

  test("a run that was found changed stays so: scored, resumed, gated, merged", async () => {
    const { viva } = cheatingProject(`sql(${JSON.stringify(forged)})`);
    await viva("run --concurrency 1");
    for (const command of ["score latest", "run --resume latest", "gate --pass-rate 0.1", "score latest --all"])
      expect(await viva(command)).toMatchObject({ code: 3, stdout: expect.stringContaining("results were changed") });
    const shard = cheatingProject(`sql(${JSON.stringify(forged)})`);
    expect((await shard.viva("run --concurrency 1 --shard 1/1")).code).toBe(3);
    expect(await shard.viva("merge .viva")).toMatchObject({ code: 3, stdout: expect.stringContaining("were changed") });
  });

  test("when the run is over: whoever decides anew from them ends with 3", async () => {
    const project = cheatingProject("");
    expect((await project.viva("run")).code).toBe(1);
    forge(project, forged);
    expect((await project.viva("gate")).code).toBe(1);
    expect((await project.viva("gate --pass-rate 0.5")).code).toBe(3);
    const shard = cheatingProject("");
    await shard.viva("run --shard 1/1");
    forge(shard, forged);
    expect((await shard.viva("merge .viva")).code).toBe(3);
    const lenient = cheatingProject("");
    await lenient.viva("run");
    forge(lenient, `update run_suites set header = json_set(header, '$.gate', json('{"passRate":0}'))`);
    expect((await lenient.viva("score latest --all")).code).toBe(3);
  });

  test("a changed decision is never shown, and every command that needs it ends with 3", async () => {
    const project = cheatingProject("");
    expect((await project.viva("run")).code).toBe(1);
    forge(
      project,
      `update runs set decision = replace(replace(decision, '"fail"', '"pass"'), '"exitCode":1', '"exitCode":0')`,
    );
    for (const command of ["gate", "gate --pass-rate 0.1", "run --resume latest"])
      expect(await project.viva(command)).toMatchObject({ code: 3, stdout: expect.stringContaining("were changed") });
    for (const command of ["list", "show latest"])
      expect((await project.viva(command)).stdout).toContain("ERROR: results were changed");
    expect((await project.viva("baseline set main")).code).toBe(64);
  });

  test("of the run behind a baseline, to make it weaker: nothing is compared with it, and it becomes none", async () => {
    const project = cheatingProject("");
    await project.viva("run");
    expect((await project.viva("baseline set main")).code).toBe(0);
    forge(project, "update scores set value = 0, passed = 0; update trials set status = 'failed'");
    for (const command of ["run --baseline main", "run --baseline latest", "gate --baseline main"])
      expect(await project.viva(command)).toMatchObject({ code: 3, stderr: expect.stringContaining("were changed") });
    const set = await project.viva("baseline set other");
    expect(set).toMatchObject({ code: 64, stderr: expect.stringContaining("has results that were changed") });
  });

  test("a status that says more than its scores is not believed, even when the run is over", async () => {
    const project = cheatingProject("");
    expect((await project.viva("run")).code).toBe(1);
    forge(project, "update trials set status = 'passed'; delete from summaries; update runs set decision = null");
    expect((await project.viva("gate")).code).toBe(1);
  });

  test("between two processes of a run: the resumed run ends with 3", async () => {
    const project = cheatingProject("");
    expect((await project.viva("run --bail --concurrency 1")).code).toBe(1);
    forge(project, forged);
    const resumed = await project.viva("run --resume latest");
    expect(resumed).toMatchObject({ code: 3 });
    expect(resumed.stdout).toContain("results were changed");
    const scored = cheatingProject("");
    await scored.viva("run");
    forge(scored, forged);
    expect((await scored.viva("score latest --all")).code).toBe(3);
  });

  test("the baseline in the store or in a file, while the run is played", async () => {
    const stored = cheatingProject(`sql("update baselines set cases = replace(cases, 'passed', 'failed')")`);
    await stored.viva("run");
    expect((await stored.viva("baseline set main")).code).toBe(0);
    // While its run is in the store, the baseline takes the values from there.
    forge(stored, "pragma foreign_keys = on; delete from runs");
    const run = await stored.viva("run --baseline main");
    expect(run.stdout).toContain("the baseline was changed while the run was played");
    expect(run.code).toBe(3);
    const file = cheatingProject(`writeFileSync(folder + "/main.json", "{}")`);
    await file.viva("run");
    await file.viva("baseline set main");
    await file.viva("baseline export main --file main.json");
    expect((await file.viva("run --baseline main.json")).code).toBe(3);
  });

  test("an unchanged run can be resumed, scored again and compared without a warning", async () => {
    const project = cheatingProject("");
    await project.viva("run --bail --concurrency 1");
    expect((await project.viva("run --resume latest")).code).toBe(1);
    expect((await project.viva("score latest --all")).code).toBe(1);
    expect((await project.viva("run --baseline latest")).stdout).not.toContain("changed while");
  });
});

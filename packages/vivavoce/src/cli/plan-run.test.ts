import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";

const fromFiles = (name: string) => suiteText({ name, cases: `cases("./cases/*.json")` });

describe.concurrent("what is wrong with the cases of suites", () => {
  test("that share case files is listed once", async () => {
    const { viva } = projectHere({
      "a.eval.ts": fromFiles("a"),
      "b.eval.ts": fromFiles("b"),
      "sub/c.eval.ts": suiteText({ name: "c", cases: `cases("../cases/*.json")` }),
      "cases/x.json": `{ "id": "x", "script": [{ "content": "Hi" }],\n  "expect": { "contians": ["Hi"] } }`,
      "cases/y.json": `{ "id": "y" }`,
    });
    const { code, stderr } = await viva("run . sub");
    expect(code).toBe(64);
    expect(stderr).toBe(
      [
        "viva: 2 problems; nothing was run:",
        'cases/x.json:2:15 (case x): unknown field "contians" in expect\n    did you mean "contains"?',
        "cases/y.json:1:1 (case y): script: a case needs a script, or a simulated user",
        '    add "script": [{ "content": "what the user says" }], or "user" for a simulated one\n',
      ].join("\n"),
    );
  });

  test("that look alike in different files are listed for each", async () => {
    const broken = `{ "id": "x" }`;
    const { viva } = projectHere({
      "a/a.eval.ts": fromFiles("a"),
      "b/b.eval.ts": fromFiles("b"),
      "a/cases/x.json": broken,
      "b/cases/x.json": broken,
    });
    expect((await viva("run a b")).stderr).toMatch(/2 problems[\s\S]*^a\/cases\/x\.json:1[\s\S]*^b\/cases\/x\.json:1/m);
  });

  test("that are given in code are reported at the case's line in the suite", async () => {
    const cases = `[
      { id: "fine", script: [{ content: "Hi" }] },
      { id: "slip", script: [{ content: "Hi" }], expect: { contians: ["Hi"] } },
      { id: "ma" + "de", scrpt: [] },
      "no case",
    ]`;
    const { viva } = projectHere({ "evals/a.eval.ts": suiteText({ cases }) });
    const { stderr } = await viva("run evals");
    expect(stderr).toContain(
      'evals/a.eval.ts:11 (case slip): unknown field "contians" in expect\n    did you mean "contains"?',
    );
    expect(stderr).toContain(
      'evals/a.eval.ts (case made): inline case 3: unknown field "scrpt"\n    did you mean "script"?',
    );
    expect(stderr).toContain("evals/a.eval.ts: inline case 4: the case: should be an object");
  });

  test("links, pipes and folders among case files are listed, and nothing waits for them", async () => {
    const { viva, folder, write } = projectHere({ "a.eval.ts": fromFiles("a") });
    write({ "cases/fine.json": `{ "id": "x", "script": [{ "content": "Hi" }] }`, "cases/folder.json/note.md": "" });
    symlinkSync("self.json", join(folder, "cases/self.json"));
    symlinkSync("gone.json", join(folder, "cases/dangling.json"));
    execFileSync("mkfifo", [join(folder, "cases/pipe.json")]);
    const { code, stderr } = await viva("run");
    expect(code).toBe(64);
    expect(stderr).toMatch(/^viva: 4 problems/);
    for (const name of ["self", "dangling", "pipe", "folder"])
      expect(stderr).toMatch(new RegExp(`^cases/${name}\\.json: .*\\n {4}\\w`, "m"));
  });
});

describe.concurrent("names that every object has", () => {
  const odd = ["constructor", "toString", "hasOwnProperty", "valueOf"];
  const suite = suiteText({
    name: "constructor",
    cases: JSON.stringify(
      ["__proto__", ...odd].map((id) => ({
        id,
        tags: ["__proto__", ...odd],
        cluster: id,
        script: [{ content: "Hello" }],
        expect: { contains: ["Hello"] },
      })),
    ),
    metrics: `[contains(), ...${JSON.stringify(odd)}.map((name) => defineMetric({ name, threshold: 1, score: () => scored(1, []) }))]`,
    fields: `variants: { constructor: ["toString", "__proto__"], valueOf: ["a", "b"] }, gate: { primary: "toString" },`,
  });

  test("are refused as variants that no suite has, like any other", async () => {
    const { viva } = projectHere({ "a.eval.ts": suiteText() });
    const names = ["__proto__", "constructor", "toString"];
    const ended = await Promise.all(names.map((name) => viva(`run --variant ${name}=1 --variant ${name}=2`)));
    for (const [index, { code, stderr }] of ended.entries()) {
      expect({ code, stderr }).toEqual({
        code: 64,
        stderr: `viva: there is no variant ${names[index]} in any suite\n    No suite has variants. A suite offers them as variants: { prompt: ["v2", "v1"] }.\n`,
      });
    }
  });

  test("name cases, tags, variants, metrics and suites, through run, show, score, gate, compare, reports and baselines", async () => {
    const { viva, trials } = projectHere({ "a.eval.ts": suite });
    const run = await viva(
      "run --variant constructor=toString,__proto__ --variant valueOf=a,b --report html,junit,json,markdown",
    );
    expect(run.code).toBe(0);
    expect(run.stderr).not.toContain("unexpected");
    const kept = await trials();
    expect(kept).toHaveLength(20);
    expect(new Set(kept.map(({ caseId }) => caseId))).toEqual(new Set(["__proto__", ...odd]));
    expect(kept.every(({ status, scores }) => status === "passed" && scores.length === 5)).toBe(true);
    for (const line of [
      "show latest __proto__",
      "score latest --all --metric toString",
      "gate latest --gate floors.constructor=0.5 --gate floors.toString=0.5",
      "list --cases",
      "baseline set constructor",
      "baseline export constructor --file b.json",
      "baseline import b.json --name toString",
      "compare latest latest --variant constructor=toString,__proto__ --variant valueOf=a",
      "trend constructor",
      "run --case __proto__ --case valueOf --tag constructor",
    ]) {
      expect({ line, ...(await viva(line)) }).toMatchObject({ line, code: expect.toBeOneOf([0, 2]) });
    }
  });
});

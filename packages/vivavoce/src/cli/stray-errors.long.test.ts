import { describe, expect, test } from "vitest";
import { projectOf, suiteText, until } from "./cli.test-helper.ts";

const leaving = (before: string) => suiteText({ before });

describe.concurrent("errors that nobody waits for, while suites are loaded", () => {
  test.each<[string, string, string, RegExp]>([
    [
      "a rejected promise",
      `Promise.reject(new Error("forgotten"));`,
      "forgotten",
      / {4}at the file itself \(.*a\.eval\.ts:6\)/,
    ],
    [
      "a timer",
      `setTimeout(() => { throw new TypeError("too late"); });`,
      "too late",
      / {4}at Timeout\._onTimeout \(.*a\.eval\.ts:6\)/,
    ],
    ["an immediate", `setImmediate(() => { throw new Error("at once"); });`, "at once", /a\.eval\.ts:6/],
    [
      "one that the file itself would wait for forever",
      `await new Promise((resolve) => setTimeout(() => { JSON.parse("{"); resolve(1); }, 20));`,
      "Expected property name",
      /a\.eval\.ts:6/,
    ],
    ["something that is not an error", `Promise.reject("just text");`, "just text", /a\.eval\.ts: code of the suite/],
  ])(
    "%s: the file, the message, the user's own lines and what to do; 64, and nothing was run",
    async (_name, before, message, place) => {
      const { viva, runs } = projectOf({ "a.eval.ts": leaving(before) });
      const { code, stdout, stderr } = await viva("run");
      expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
      expect(stderr).toContain("code of the suite threw outside any trial: ");
      expect(stderr).toContain(message);
      expect(stderr).toMatch(place);
      expect(stderr).toContain("await the promise, or catch the error");
      expect(stderr).not.toMatch(/node:internal|dist\/|jiti|the process ended before/);
      expect(await runs()).toEqual([]);
    },
  );

  test("the function that threw and those that called it, without internal frames between them", async () => {
    const { viva } = projectOf({
      "helper.ts":
        "export function outer(): void {\n  inner();\n}\n\nfunction inner(): void {\n  throw new Error('deep');\n}\n",
      "a.eval.ts": leaving(`import { outer } from "./helper";\nsetTimeout(outer);`),
    });
    const { stderr } = await viva("run");
    expect(stderr).toMatch(
      /^viva: .*helper\.ts:6: code of the suite threw outside any trial: deep\n {4}at inner \(.*helper\.ts:6\)\n {4}at .*outer.* \(.*helper\.ts:2\)\n {4}Nothing catches/,
    );
  });

  test("are reported together with problems of other suites", async () => {
    const { viva } = projectOf({
      "a.eval.ts": leaving(`Promise.reject(new Error("forgotten"));`),
      "b.eval.ts": "export default 5;",
    });
    const { code, stderr } = await viva("run");
    expect(code).toBe(64);
    expect(stderr).toMatch(
      /^viva: 2 problems; nothing was run:\n.*a\.eval\.ts:6: [\s\S]*b\.eval\.ts:1:1: the default export/,
    );
  });

  test("of a config, and for every command that loads code", async () => {
    const suites = projectOf({ "a.eval.ts": leaving(`Promise.reject(new Error("forgotten"));`) });
    const config = projectOf({ "viva.config.ts": `Promise.reject(new Error("forgotten"));\nexport default {};` });
    const ended = await Promise.all([
      suites.viva("list --cases"),
      suites.viva("schema"),
      suites.viva("play a.eval.ts", { input: "{}" }),
      config.viva("run"),
      config.viva("list"),
    ]);
    for (const { code, stdout, stderr } of ended) {
      expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
      expect(stderr).toContain("threw outside any trial: forgotten");
    }
  });
});

describe.concurrent("errors that nobody waits for, later on", () => {
  test("while trials are played: reported with the user's line, every trial is kept, and the trials decide the verdict", async () => {
    const agent = `{ name: "careless", version: "1", open: (context) => ({
      async reply(message) {
        Promise.reject(new Error("left behind"));
        context.record({ type: "text", text: message });
      } }) }`;
    const { viva, statuses } = projectOf({ "a.eval.ts": suiteText({ agent }) });
    const { code, stdout, stderr } = await viva("run --json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).results).toHaveLength(1);
    expect(stderr).toMatch(
      /a\.eval\.ts:\d+: code of the suite threw outside any trial: left behind\n {4}at .*a\.eval\.ts:\d+/,
    );
    expect(stderr).toContain("Finished trials are kept");
    expect(stderr.match(/left behind/g)).toHaveLength(1);
    expect(await statuses()).toEqual(["one passed", "two passed"]);
  });

  test("while the report is written, and while a run is scored again", async () => {
    const metrics = `[contains(), defineMetric({ name: "careless", threshold: 1, score() {
      setTimeout(() => { throw new Error("after all"); }, 5);
      return scored(1, []);
    } })]`;
    const { viva } = projectOf({ "a.eval.ts": suiteText({ metrics }) });
    const run = await viva("run");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("PASS") });
    expect((await viva("score latest --all")).code).toBe(0);
  });

  test("between the runs of a watch, which goes on", async () => {
    const agent = `{ name: "late", version: "1", open: (context) => ({
      async reply(message) {
        setTimeout(() => { throw new Error("in between"); }, 1000);
        context.record({ type: "text", text: message });
      } }) }`;
    const { start } = projectOf({ "a.eval.ts": suiteText({ agent }) });
    const { child, ended } = start("run --watch");
    const heard = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name]?.on("data", (chunk) => {
        heard[name] += chunk;
      });
    }
    await until(() => heard.stdout.includes("watching") && heard.stderr.includes("in between"), "it is told");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0 });
  });
});

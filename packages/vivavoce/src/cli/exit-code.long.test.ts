import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesOf, projectOf, suiteText } from "./cli.test-helper.ts";

/** An agent that says something wrong, so that the run fails with 1, and does something to the process besides. */
const agentThat = (does: string, says = `"Good night"`) => `{
  name: "meddler", version: "1",
  open: (context) => ({ async reply(message) { ${does}; context.record({ type: "text", text: ${says} }); } }),
}`;

const failing = (does: string) => projectOf({ "a.eval.ts": suiteText({ agent: agentThat(does) }) });

describe.concurrent("a failed run returns 1,", { timeout: 120_000 }, () => {
  test.each([
    ["a beforeExit listener exits", `process.on("beforeExit", () => process.exit(0))`],
    ["a beforeExit listener sets the code", `process.on("beforeExit", () => { process.exitCode = 0; })`],
    ["an exit listener exits", `process.on("exit", () => process.exit(0))`],
    ["an exit listener sets the code", `process.on("exit", () => { process.exitCode = 0; })`],
    ["an exit listener put first exits", `process.prependListener("exit", () => process.exit(0))`],
    ["an exit listener throws", `process.on("exit", () => { throw new Error("too late"); })`],
    [
      "exit listeners are removed",
      `process.removeAllListeners("exit"); process.on("exit", () => { process.exitCode = 0; })`,
    ],
    ["a late timer exits", `process.on("beforeExit", () => setTimeout(() => process.exit(0), 1))`],
    [
      "a late timer that is not waited for exits",
      `setInterval(() => { if (process.exitCode !== undefined) process.exit(0); }, 1)`,
    ],
    ["a late timer exits by another way", `process.on("beforeExit", () => process.reallyExit(0))`],
    ["a late timer throws", `process.on("beforeExit", () => setTimeout(() => { throw new Error("too late"); }, 1))`],
    ["a late promise is rejected", `process.on("beforeExit", () => { Promise.reject(new Error("too late")); })`],
    [
      "nobody listens to errors any more",
      `process.removeAllListeners("uncaughtException"); process.on("beforeExit", () => { throw new Error("too late"); })`,
    ],
    ["the code is set all the time", `setInterval(() => { process.exitCode = 0; }, 1).unref()`],
    ["process.exit does nothing any more", `process.exit = () => {}; setInterval(() => {}, 1000)`],
    [
      "process.exit always ends with 0",
      `const end = process.exit; process.exit = () => end(0); setInterval(() => {}, 1000)`,
    ],
    [
      "the code is always read as 0",
      `try { Object.defineProperty(process, "exitCode", { get: () => 0, set() {} }); } catch {}`,
    ],
  ])("though %s", async (_, does) => {
    const { code, stdout } = await failing(does).viva("run");
    expect(stdout).toContain("FAIL: 2 trials failed");
    expect(code).toBe(1);
  });

  test("and 64 stays 64, 0 stays 0", async () => {
    const before = `process.on("exit", () => process.exit(7)); process.on("beforeExit", () => process.exit(8));`;
    const { viva } = projectOf({ "a.eval.ts": suiteText({ before }) });
    expect((await viva("run --case nowhere")).code).toBe(64);
    expect((await viva("run")).code).toBe(0);
    expect((await viva("list --cases")).code).toBe(0);
  });
});

describe.concurrent("a process that code of the suite ends in the middle returns 3,", { timeout: 120_000 }, () => {
  test.each([
    ["by process.exit(0)", `process.exit(0)`],
    ["by process.exit() with a code set before", `process.exitCode = 0; process.exit()`],
    ["by process.reallyExit(0)", `process.reallyExit(0)`],
    ["by a listener that was put first", `process.prependListener("exit", () => process.exit(0)); process.exit(0)`],
    ["by removing listeners first", `process.removeAllListeners("exit"); process.exit(0)`],
    ["in a timer", `setTimeout(() => process.exit(0), 1); await new Promise(() => {})`],
    ["by process.abort()", `process.abort()`],
    ["by a signal to itself", `process.kill(process.pid, 0); process.kill(process.pid, "SIGTERM")`],
    [
      "by a signal to its own group, through the module",
      `const { kill } = await import("node:process"); kill(0, "SIGKILL")`,
    ],
  ])("%s", async (_, does) => {
    const { code, stderr } = await failing(does).viva("run");
    expect(code).toBe(3);
    expect(stderr).toMatch(/case \w+ ended the process of the whole run/);
  });

  test("and in a suite that ends it while it is loaded", async () => {
    const { viva } = projectOf({ "a.eval.ts": suiteText({ before: "process.exit(0);" }) });
    expect((await viva("run")).code).toBe(3);
  });
});

describe.concurrent("at the end of a command", { timeout: 120_000 }, () => {
  test("a report of some megabytes reaches a pipe whole, even if an exit listener ends the process early", async () => {
    const before = `process.on("exit", () => process.exit(0)); setInterval(() => {}, 1000);`;
    const long = `"Hello one ${"x".repeat(1000)} ".repeat(3000)`;
    const { viva } = projectOf({
      "a.eval.ts": suiteText({ before, cases: casesOf("one"), agent: agentThat("", long) }),
    });
    const { code, stdout } = await viva("run --json");
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(3_000_000);
    expect(JSON.parse(stdout).results).toHaveLength(1);
  });

  test("the exit listeners of a suite are called once, with the code", async () => {
    const before = `process.on("exit", (code) => console.error("tidy", code));`;
    const { viva } = projectOf({ "a.eval.ts": suiteText({ before, agent: agentThat("") }) });
    expect((await viva("run")).stderr.match(/tidy 1/g)).toHaveLength(1);
  });
});

test("no command sets process.exitCode, because a suite's code may set it too: they call decideExitCode", () => {
  const setters = readdirSync(import.meta.dirname)
    .filter(
      (file) => /^[^.]*\.ts$/.test(file) && !["exit-code.ts", "trial-process.ts", "again-process.ts"].includes(file),
    )
    .filter((file) =>
      /process\.exitCode\s*=|process\.exit\(/.test(readFileSync(join(import.meta.dirname, file), "utf8")),
    );
  expect(setters).toEqual([]);
});

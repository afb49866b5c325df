import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { casesOf, projectOf, suiteText } from "./cli.test-helper.ts";

/** An agent that says something wrong, so that the run fails with 1, and does something to the process besides. */
const agentThat = (does: string, says = `"Good night"`) => `{
  name: "meddler", version: "1",
  open: (context) => ({ async reply(message) { ${does}; context.record({ type: "text", text: ${says} }); } }),
}`;

describe.concurrent("the exit code of a command", () => {
  test("is not changed by listeners: 64 stays 64, 0 stays 0", async () => {
    const before = `process.on("exit", () => process.exit(7)); process.on("beforeExit", () => process.exit(8));`;
    const { viva } = projectOf({ "a.eval.ts": suiteText({ before }) });
    expect((await viva("run --case nowhere")).code).toBe(64);
    expect((await viva("run")).code).toBe(0);
    expect((await viva("list --cases")).code).toBe(0);
  });

  test("is 3 if a suite ends the process while it is loaded", async () => {
    const { viva } = projectOf({ "a.eval.ts": suiteText({ before: "process.exit(0);" }) });
    expect((await viva("run")).code).toBe(3);
  });
});

describe.concurrent("at the end of a command", () => {
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

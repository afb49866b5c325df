import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../after-file.test-helper.ts";
import { projectHere, suiteText, type TestProject } from "./cli.test-helper.ts";

const cases = `Array.from({ length: 12 }, (_, index) => ({
  id: "case-" + index, script: [{ content: "Hello " + index }], expect: { contains: ["Hello"] },
}))`;

function agentSaying(text: string): string {
  return `{
    name: "greeter", version: "1",
    open: (context) => ({ async reply(message) { context.record({ type: "text", text: ${text} }); } }),
  }`;
}

function project({ text = "message", metrics = "[contains()]", before = "", fields = "" } = {}): TestProject {
  const suite = { cases, agent: agentSaying(text), metrics, before, fields: `gate: { passRate: 0 }, ${fields}` };
  return projectHere({ "exam.eval.ts": suiteText(suite) });
}

async function againstItself({ viva }: TestProject) {
  await viva("run --try");
  expect((await viva("baseline set main")).code).toBe(0);
  return viva("run --baseline main");
}

const randomMetric = `[contains(), metric.defineMetric({
  name: "mood", score: () => metric.scored(Math.random() < 0.5 ? 0 : 1, []),
})]`;

describe("whether a result is exact", () => {
  test("one that comes out the same in a new process is, and says how far that was tried", async () => {
    const run = await againstItself(project());
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("exact: 12 trials, 120 second plays alike, at most 0.049 could differ");
  });

  test.each([
    ["Math.random", { text: `Math.random() < 0.5 ? message : "no"` }],
    ["crypto", { before: `import { randomInt } from "node:crypto";`, text: `randomInt(2) ? message : "no"` }],
    ["the clock", { text: `Math.floor(performance.now() * 1000) % 2 ? message : "no"` }],
    // Two processes give all of twelve cases the same answers once in 4,096 times.
    ["the process", { text: `(process.pid * 7919 * (1 + Number(message.slice(6)))) % 10007 < 5000 ? message : "no"` }],
    ["the order of its cases", { before: "let asked = 0;", text: `(asked += 1) % 2 ? message : "no"` }],
    ["a metric", { metrics: randomMetric }],
  ])("a coin is not, wherever it is thrown: %s", async (_, given) => {
    const run = await againstItself(project(given));
    expect(run.stdout).not.toContain("exact:");
    expect(run.stdout).toMatch(/60 trials played again: case-.* came out differently, so this was sampled/);
  });

  test("a coin behind a socket that was opened when the suite was loaded", async () => {
    const server = createServer((socket) => {
      socket.on("data", () => socket.write(Math.random() < 0.5 ? "yes\n" : "no\n"));
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterThisFile(() => void server.close());
    const { port } = server.address() as { port: number };
    const before = `import { connect } from "node:net";
      const socket = connect(${port}, "127.0.0.1");
      socket.unref();
      const ask = () => new Promise((resolve) => { socket.once("data", (data) => resolve(String(data).startsWith("yes"))); socket.write("?"); });`;
    const run = await againstItself(
      project({ before, text: `(await ask()) ? message : "no"`, fields: "limits: { exchangeMs: 5000 }" }),
    );
    expect(run.stdout).not.toContain("exact:");
  });

  test.each([
    ["in a trial", { text: `String(execFileSync("echo", [message]))` }],
    [
      "in a metric",
      {
        metrics: `[metric.defineMetric({ name: "own", score: () => metric.scored(Number(execFileSync("echo", ["1"])), []) })]`,
      },
    ],
    [
      "at load, and asked later",
      { load: `const child = spawn("cat"); child.unref(); child.stdin.unref?.(); child.stdout.unref?.();` },
    ],
  ])(
    "an agent that starts programs of its own is not, even if all plays are alike: %s",
    async (_, { load = "", ...given }: Record<string, string>) => {
      const before = `import { execFileSync, spawn } from "node:child_process"; ${load}`;
      expect((await againstItself(project({ before, ...given }))).stdout).not.toContain("exact:");
    },
  );

  test("what was not tried is not: neither side may be left out, and the reason names the flag", async () => {
    const { viva } = project();
    await viva("run");
    await viva("baseline set main");
    const run = await viva("run --baseline main");
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(
      /no trial of the earlier run \w+ was played a second time: play that run again with --try/,
    );
    await viva("run --try");
    await viva("baseline set main");
    await viva("run");
    const gate = await viva("gate --baseline main");
    expect(gate.code).toBe(2);
    expect(gate.stdout).toContain("no trial of this run was played a second time: play it again with --try");
  });

  test("a suite that refuses to be played again is not tried", async () => {
    const run = await againstItself(project({ fields: "again: false" }));
    expect(run.code).toBe(2);
    expect(run.stdout).not.toContain("exact:");
  });
});

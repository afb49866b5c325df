import { describe, expect, test } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, projectOf, servedBy, suiteText } from "./cli.test-helper.ts";

describe.concurrent("what a run returns to the shell", () => {
  const agentThat = (does: string) => `{
    name: "moody", version: "1",
    open: (context) => ({ reply: async (message) => { ${does} } }),
  }`;
  const project = () =>
    projectHere({
      "pass.eval.ts": suiteText({ name: "pass" }),
      "wrong.eval.ts": suiteText({
        name: "wrong",
        agent: agentThat(`context.record({ type: "text", text: "Good night" })`),
      }),
      "throws.eval.ts": suiteText({ name: "throws", agent: agentThat(`throw new Error("out of ideas")`) }),
      "silent.eval.ts": suiteText({ name: "silent", agent: agentThat("") }),
      "down.eval.ts": suiteText({
        name: "down",
        agent: asking,
        models: servedBy("http://127.0.0.1:9/v1", "timeoutMs: 1"),
      }),
      "broken.eval.ts": suiteText({
        name: "broken",
        metrics: `[defineMetric({ name: "broken", score() { throw new Error("division by zero"); } })]`,
      }),
      "keyless.eval.ts": suiteText({ name: "keyless", agent: asking, models: `{ agent: "openrouter:some/model" }` }),
    });

  test("1 fail, 3 infrastructure, the worst of several suites; 64 and 3 if nothing can be played", async () => {
    const { viva, runs } = project();
    const [fail, error, keyless, refused] = await Promise.all([
      viva("run pass.eval.ts wrong.eval.ts throws.eval.ts silent.eval.ts"),
      viva("run wrong.eval.ts down.eval.ts broken.eval.ts"),
      viva("run keyless.eval.ts"),
      viva("run keyless.eval.ts --live"),
    ]);
    expect(fail.code).toBe(1);
    for (const words of ["PASS", "FAIL: 2 trials failed", "agent (threw)", "agent (empty-reply)"])
      expect(fail.stdout).toContain(words);
    expect(error.code).toBe(3);
    for (const words of ["FAIL", "ERROR: 2 trials errored", "no connection to compatible:any", "division by zero"])
      expect(error.stdout).toContain(words);
    expect(keyless).toMatchObject({ code: 64, stdout: "" });
    expect(keyless.stderr).toContain("OPENROUTER_API_KEY is not set, and it has no recording");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("--live needs OPENROUTER_API_KEY, which is not set");
    expect(await runs()).toHaveLength(2);
  });

  test("3 when the budget ran out with trials pending, and the run can be resumed", async () => {
    await using server = await scriptedServer({
      answer: ({ messages }) => ({
        text: String(messages.at(-1)?.content),
        usage: { inputTokens: 1_000, outputTokens: 0 },
      }),
    });
    const prices = `prices: { "compatible:any": { input: 400, output: 0 } }`;
    const { viva, statuses } = projectHere(
      { "a.eval.ts": suiteText({ agent: asking, models: servedBy(server.url), cases: casesOf("a", "b", "c", "d") }) },
      `{ suites: ["*.eval.ts"], ${prices} }`,
    );
    const poor = await viva("run --max-cost 1 --concurrency 1");
    expect(poor.code).toBe(3);
    expect(poor.stdout).toContain("the cost limit was reached");
    expect(poor.stdout).toContain("2 pending");
    expect(await statuses()).toEqual(["a passed", "b passed"]);
    const still = await viva("run --resume --max-cost 1");
    expect(still).toMatchObject({ code: 3, stdout: expect.stringContaining("2 pending") });
    const rich = await viva("run --resume --max-cost 10");
    expect(rich.code).toBe(0);
    expect(rich.stdout).not.toContain("the cost limit was reached");
    expect(server.calls).toBe(4);
  });
});

describe.concurrent("64: wrong usage and bad input, with nothing run", () => {
  test("flags, commands, paths and selections that make no sense", async () => {
    const { viva, runs } = projectHere({ "pass.eval.ts": suiteText() });
    const wrong: [string, string][] = [
      ["run --colour", "unknown option '--colour'"],
      ["ruin", "unknown command 'ruin'"],
      ["run --repeat 0", "give a whole number from 1 to"],
      ["run --resume 7f3a", "there is no run 7f3a"],
      ["run --case nowhere", "--case nowhere matches no case"],
      ["run --case one --case nowhere", "--case nowhere matches no case"],
    ];
    const ended = await Promise.all(wrong.map(([args]) => viva(args)));
    for (const [index, [args, words]] of wrong.entries()) {
      const expected = { args, code: 64, stderr: expect.stringContaining(words), stdout: "" };
      expect({ args, ...ended[index] }).toMatchObject(expected);
    }
    expect(await runs()).toEqual([]);
  });

  test("no suite anywhere", async () => {
    const { viva } = projectHere({});
    const { code, stderr } = await viva("run");
    expect(code).toBe(64);
    expect(stderr).toMatch(/no suite found in .*\n +.*viva\.config\.ts looks for \*\.eval\.ts/);
  });

  test("a mistake that every case has is shown three times, then counted", async () => {
    const cases = ["a", "b", "c", "d"].map((id) => `{ id: "${id}", script: [{ content: "Hi" }], expects: {} }`);
    const { viva } = projectHere({ "a.eval.ts": suiteText({ cases: `[${cases.join(", ")}]` }) });
    const { code, stderr } = await viva("run");
    expect(code).toBe(64);
    expect(stderr).toContain("4 problems; nothing was run:");
    expect(stderr.match(/unknown field "expects"/g)).toHaveLength(3);
    expect(stderr).toContain("… and the same in 1 more place\n");
  });

  test("all problems at once, with file, line and remedy, relative to the user's folder", async () => {
    const tools = `tools: [{ name: "save_note", parameters: {}, effect: "write" }]`;
    const { viva, runs } = projectHere({
      "exam/a.eval.ts": suiteText({
        cases: `cases("./cases/*.json")`,
        agent: `{ name: "tooled", version: "1", ${tools}, open: () => ({ reply: async () => { throw new Error("played!"); } }) }`,
      }),
      "exam/cases/a.json": `[
  { "id": "x", "script": [{ "content": "Hi" }], "expect": { "tools": [{ "shouldCall": true, "tools": ["safe_note"] }] } },
  { "id": "y", "script": [{ "content": "Hi" }],
    "expect": { "tools": [{ "turn": 7, "shouldCall": false }] } }
]`,
      "exam/cases/b.json": `{ "id": "x", "script": [{ "content": "Hi" }] }`,
      "exam/cases/c.json": `{ "id": "z", "script": [`,
      "exam/b.eval.ts": suiteText({ name: "agentless", agent: `() => { throw new Error("no prompt v3"); }` }),
    });
    const { code, stdout, stderr } = await viva("run exam");
    expect(code).toBe(64);
    expect(stdout).toBe("");
    expect(stderr).toContain("5 problems; nothing was run:");
    expect(stderr).toMatch(/^exam\/cases\/a\.json:2:\d+ \(case x\): .*safe_note.*\n {4}.*save_note/m);
    expect(stderr).toMatch(/^exam\/cases\/a\.json:4:\d+ \(case y\): turn 7 is out of range/m);
    expect(stderr).toMatch(
      /^exam\/cases\/b\.json:1:\d+ \(case x\): the id "x" is used twice.*\n {4}give one of them another id/m,
    );
    expect(stderr).toMatch(/^exam\/b\.eval\.ts: suite agentless: creating its agent failed: no prompt v3/m);
    expect(stderr).toMatch(/^exam\/cases\/c\.json:1:\d+: .*\n {4}.*closing brackets/m);
    expect(await runs()).toEqual([]);
  });

  test("an unknown price, if there is a cost limit", async () => {
    const { viva, runs } = projectHere({
      "a.eval.ts": suiteText({ agent: asking, models: servedBy("http://127.0.0.1:9/v1") }),
    });
    const { code, stderr } = await viva("run --max-cost 5");
    expect(code).toBe(64);
    expect(stderr).toContain("a cost limit of $5 cannot be kept, because the price of compatible:any at");
    expect(stderr).toContain("prices:");
    expect(await runs()).toEqual([]);
  });
});

describe.concurrent("a command ends, whatever users' code has left behind", () => {
  const ticking = { before: `setInterval(() => {}, 1000);` };

  test("timers of a suite do not hold up an error", async () => {
    const { viva } = projectOf({ "a.eval.ts": suiteText(ticking) });
    expect((await viva("run --case nowhere")).code).toBe(64);
  });

  test("an unhandled error is reported, and fails no other trial", async () => {
    const agent = `{
      name: "careless", version: "1",
      open: (context) => ({
        async reply(message) {
          Promise.reject(new Error("nobody waits for me"));
          setTimeout(() => { throw new Error("nor for me"); });
          await new Promise((resolve) => setTimeout(resolve, 20));
          context.record({ type: "text", text: message });
        },
      }),
    }`;
    const { viva } = projectOf({ "a.eval.ts": suiteText({ agent }) });
    const { code, stdout, stderr } = await viva("run");
    expect(code).toBe(0);
    expect(stdout).toContain("2 passed");
    expect(stderr.match(/nobody waits for me/g)).toHaveLength(1);
    expect(stderr).toContain("nor for me");
  });
});

test("a live run of 1,000 cases whose server is away ends with 3 after a few of them, and names its address", async () => {
  const cases = `Array.from({ length: 1000 }, (_, index) => ({
    id: "case-" + index, script: [{ content: "Hello" }], expect: { contains: ["Hello"] },
  }))`;
  const models = servedBy("http://127.0.0.1:9/v1");
  const project = projectHere({ "exam.eval.ts": suiteText({ agent: asking, cases, models }) });
  const { code, stderr } = await project.viva("run --live");
  expect(code).toBe(3);
  expect(stderr).toMatch(/ECONNREFUSED 127\.0\.0\.1:9 .*in each of the first \d+ trials/);
  expect((await project.statuses()).length).toBeLessThan(50);
});

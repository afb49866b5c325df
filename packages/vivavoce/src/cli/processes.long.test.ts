import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectOf, type TestProject } from "./cli.test-helper.ts";

/** A suite with a case for each kind of agent; those without a line of code say hello. */
const exam = (does: Record<string, string>, more = "") => ({
  "exam.eval.ts": `import { suite } from "vivavoce";
import { contains } from "vivavoce/metrics";
import { directoryWorld } from "vivavoce/world";
import { scriptedModel } from "vivavoce/testing";
let global = 0;
const does = { ${Object.entries(does)
    .map(([id, code]) => `${JSON.stringify(id)}: async (context) => { ${code} }`)
    .join(",\n")} };
export default suite({
  name: "exam",
  cases: Object.keys(does).map((id) => ({ id, ...(id === "greets" ? { opens: "agent" } : {}),
    script: [{ content: "Hello" }, { content: "Again" }, ...(id === "greets" ? [{ content: "Unsaid" }] : [])], expect: { contains: ["hello"] } })),
  models: { agent: scriptedModel({ default: "hello from the model" }) },
  agent: { name: "exam", version: "1", open: (context) => ({
    async reply(line) {
      context.record({ type: "text", text: "hello" });
      if (line === "Again") await does[context.case.id](context);
    },
    async greet() { context.record({ type: "text", text: "good morning" }); } }) },
  metrics: [contains()],
  ${more}
});
`,
});

async function reasons(project: TestProject): Promise<Record<string, string>> {
  const trials = await project.trials();
  return Object.fromEntries(
    trials.map(({ caseId, status, transcript: { outcome } }) => [
      caseId,
      outcome.kind === "agent-failed" ? `${status}: ${outcome.reason}, ${outcome.message}` : `${status}`,
    ]),
  );
}

describe("each trial in a process of its own", () => {
  test("an agent that ends, exhausts or blocks its process loses only that trial", async () => {
    const project = projectOf(
      exam(
        {
          before: "",
          exits: "process.exit(0)",
          killed: `process.kill(process.pid, "SIGKILL")`,
          memory: "const all = []; for (;;) all.push(new Array(1e6).fill(0.5))",
          loops: "for (;;);",
          global: "global += 1; context.record({ type: 'text', text: String(global) })",
          after: "global += 1; context.record({ type: 'text', text: String(global) })",
        },
        "limits: { exchangeMs: 500 }, world: () => directoryWorld(new URL('./files', import.meta.url)),",
      ),
    );
    project.write({ "files/note.md": "A note." });
    const environment = { NODE_OPTIONS: "--max-old-space-size=150", TMPDIR: project.temporary };
    const { code, stdout } = await project.viva("run --processes 3", { environment });
    expect(await reasons(project)).toEqual({
      before: "passed",
      exits: "failed: crashed, the agent's process ended with exit code 0",
      killed: "failed: crashed, the agent's process was ended by SIGKILL",
      memory: "failed: crashed, the agent's process ran out of memory",
      loops: expect.stringMatching(/^failed: time-limit, the agent kept its process busy/),
      global: "passed",
      after: "passed",
    });
    expect(code).toBe(1);
    expect(stdout).toContain("3 passed · 4 failed");
    const trials = await project.trials();
    // The part of the conversation before its process ended is kept.
    expect(trials.find(({ caseId }) => caseId === "exits")?.transcript.exchanges).toMatchObject([
      { number: 1, user: { content: "Hello" }, items: [{ text: "hello" }] },
      { number: 2, user: { content: "Again" }, items: [] },
    ]);
    // No process saw the state of another.
    const said = trials.flatMap(({ transcript }) => transcript.exchanges.at(-1)?.items ?? []);
    expect(said).not.toContainEqual({ type: "text", text: "2" });
    expect(project.temporaryFiles()).toEqual([]);
    expect(readdirSync(join(project.folder, ".viva")).filter((file) => file.startsWith("in-flight"))).toEqual([]);
  });

  test("gives the same results as one process", async () => {
    const asks = `const { text } = await context.model().call({ messages: [{ role: "user", content: context.case.id }] });
      context.record({ type: "call", id: "1", name: "note", arguments: { text } });
      context.record({ type: "result", id: "1", result: { at: context.clock.now() > 0, random: context.random() } });`;
    const greets = `context.record({ type: "note", name: "state", value: { step: 1 } });
      context.record({ type: "call", id: "1", name: "transfer", arguments: {} });`;
    const two = `await context.model("other").call({ messages: [] })`;
    const project = projectOf(exam({ one: asks, two, greets }, 'ends: ["transfer"],'));
    const outcomes = async (flags: string) => {
      await project.viva(`run ${flags}`);
      return (await project.trials()).map(({ caseId, status, transcript }) => {
        const exchanges = transcript.exchanges.map(
          ({ replyMs: _, modelMs: _ms, firstWordMs: _word, modelCalls: _calls, ...rest }) => rest,
        );
        return { caseId, status, exchanges, outcome: transcript.outcome, agent: transcript.agent };
      });
    };
    const apart = await outcomes("--processes 2");
    expect(apart).toEqual(await outcomes(""));
    // The agent of the last one hung up, which its case does not expect.
    expect(apart.map(({ status }) => status)).toEqual(["passed", "errored", "failed"]);
    expect(apart[2]?.exchanges.map(({ number }) => number)).toEqual([0, 1, 2]);
    expect(apart[2]?.outcome).toMatchObject({ ended: { by: "agent", reason: "transfer" } });
  });
});

test("an agent in a process of its own is not told where the store is", async () => {
  const asks = `if (process.env.VIVA_STORE || !process.env.MINE) throw new Error("told of " + process.env.VIVA_STORE)`;
  const project = projectOf(exam({ one: asks }, `isolation: "process",`));
  const environment = { VIVA_STORE: join(project.folder, ".viva/store.sqlite"), MINE: "kept" };
  const { code, stdout } = await project.viva("run", { environment });
  expect(code, stdout).toBe(0);
});

test("an agent's own client in a process of its own works without the key that Viva sends", async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ message: { content: "hello" }, finish_reason: "stop" }] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const asks = `const { OPENAI_API_KEY: key, OPENAI_BASE_URL: base } = process.env;
    if (!key || key.includes("secret")) throw new Error("the key is " + key);
    const answer = await fetch(base + "/chat/completions", { method: "POST",
      headers: { authorization: "Bearer " + key, "content-type": "application/json" },
      body: JSON.stringify({ model: "small", messages: [{ role: "user", content: "Hello" }] }) });
    if (!answer.ok) throw new Error(await answer.text())`;
  const suite = exam({ one: asks }, `isolation: "process",`);
  const models = `{ agent: "openai:small" }`;
  const project = projectOf({ "exam.eval.ts": suite["exam.eval.ts"].replace(/\{ agent: scriptedModel.*\}/, models) });
  const environment = { OPENAI_API_KEY: "sk-secret", OPENAI_BASE_URL: baseURL };
  const { code, stdout } = await project.viva("run --live", { environment });
  server.close();
  expect(code, stdout).toBe(0);
  expect(keys).toEqual(["Bearer sk-secret"]);
});

describe("work that outlives its conversation", () => {
  test("fails the trial in a process of its own too", async () => {
    const late = `setTimeout(() => { try { context.record({ type: "text", text: "late" }); } catch {} }, 1_100)`;
    const project = projectOf(exam({ one: "", late }));
    const { code, stderr } = await project.viva("run --processes 2");
    expect(stderr).toContain("the conversation of case late was over");
    expect(code).toBe(1);
    expect((await project.trials()).map(({ caseId, status }) => `${caseId} ${status}`)).toEqual([
      "one passed",
      "late failed",
    ]);
  });
});

describe("all trials in one process", () => {
  test("name the case that ends it, and a resume plays that case in its own process", async () => {
    const project = projectOf(exam({ one: "", exits: "process.exit(0)", two: "" }));
    const first = await project.viva("run");
    expect(first.code).toBe(3);
    expect(first.stderr).toContain("case exits ended the process of the whole run");
    const resumed = await project.viva("run --resume");
    expect(resumed.stderr).toContain("exits");
    expect(resumed.code).toBe(1);
    expect(await reasons(project)).toEqual({
      one: "passed",
      exits: "failed: crashed, the agent's process ended with exit code 0",
      two: "passed",
    });
    expect(existsSync(join(project.folder, ".viva/store.sqlite"))).toBe(true);
    expect(readdirSync(join(project.folder, ".viva")).filter((file) => file.startsWith("in-flight"))).toEqual([]);
  });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateText, isStepCount, streamText, tool } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aiSdkAgent, allCalls, play, replyOf } from "vivavoce";
import { scriptedModel } from "vivavoce/testing";
import { z } from "zod";

const here = import.meta.dirname;
const before = process.cwd();
// `ai` is found in the project that the command was called in.
beforeAll(() => process.chdir(here));
afterAll(() => process.chdir(before));

const say = (...lines) => ({ id: "c", script: lines.map((content) => ({ content })) });
const notes = () => {
  const kept = ["milk"];
  return {
    kept,
    tools: {
      list_notes: tool({ description: "Lists notes", inputSchema: z.object({}), execute: () => [...kept] }),
      add_note: tool({
        inputSchema: z.object({ text: z.string() }),
        needsApproval: true,
        execute: ({ text }) => {
          kept.push(text);
          return { added: text };
        },
      }),
      broken: tool({
        inputSchema: z.object({}),
        execute: () => {
          throw new Error("the disk is full");
        },
      }),
      dated: tool({
        inputSchema: z.object({ at: z.iso.date().transform((text) => new Date(text)) }),
        execute: ({ at }) => at.getUTCFullYear(),
      }),
    },
  };
};
const callsIn = (transcript) => allCalls(transcript).map(({ call }) => call);
const call = (name, given = {}) => ({ name, arguments: given });

describe("aiSdkAgent with options", () => {
  it("plays steps with tools, in the order in which things were said and done", async () => {
    const { tools } = notes();
    const model = scriptedModel([
      { text: "Let me look.", toolCalls: [call("list_notes"), call("broken")] },
      "You have milk.",
      "Bye.",
    ]);
    const agent = aiSdkAgent({ system: "You keep notes.", tools, effects: { list_notes: "read" }, temperature: 0 });
    const transcript = await play(agent, say("What do I have?", "Thanks"), { models: { agent: model } });

    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(transcript.exchanges[0]?.items).toMatchObject([
      { type: "text", text: "Let me look." },
      { type: "call", call: { name: "list_notes", effect: "read", result: ["milk"], modelCall: 1 } },
      { type: "call", call: { name: "broken", effect: "write", error: { message: "the disk is full" }, modelCall: 1 } },
      { type: "text", text: "You have milk." },
    ]);
    expect(transcript.exchanges.map(({ modelCalls }) => modelCalls)).toEqual([2, 1]);
    expect(model.calls[2]).toMatchObject({
      temperature: 0,
      messages: [
        { role: "system", content: "You keep notes." },
        { role: "user", content: "What do I have?" },
        { role: "assistant", content: "Let me look.", toolCalls: [{ name: "list_notes" }, { name: "broken" }] },
        { role: "tool", content: '["milk"]' },
        { role: "tool", content: "Error: the disk is full" },
        { role: "assistant", content: "You have milk." },
        { role: "user", content: "Thanks" },
      ],
    });
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(["list_notes", "add_note", "broken", "dated"]);
    expect(agent.tools?.[1]).toMatchObject({ name: "add_note", parameters: { required: ["text"] }, effect: "write" });
  });

  it.each(["approve", "reject"])("asks before a tool that needs approval, and obeys: %s", async (approvals) => {
    const { tools, kept } = notes();
    const model = scriptedModel([{ toolCalls: [call("add_note", { text: "eggs" })] }, "As you wish."]);
    const transcript = await play(
      aiSdkAgent({ tools }),
      { ...say("Add eggs"), approvals },
      { models: { agent: model } },
    );

    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    const [added, ...others] = callsIn(transcript);
    expect(others).toEqual([]);
    expect(added?.approval?.decision).toBe(approvals === "approve" ? "approved" : "rejected");
    expect(added?.result).toEqual(approvals === "approve" ? { added: "eggs" } : undefined);
    expect(kept).toEqual(approvals === "approve" ? ["milk", "eggs"] : ["milk"]);
    expect(replyOf(transcript.exchanges[0])).toBe("As you wish.");
  });

  it("runs a tool with what its schema made of the arguments, and records what was proposed", async () => {
    const model = scriptedModel([{ toolCalls: [call("dated", { at: "2026-05-01" })] }, "2026."]);
    const transcript = await play(aiSdkAgent({ tools: notes().tools }), say("When?"), { models: { agent: model } });
    expect(callsIn(transcript)[0]).toMatchObject({ result: 2026, arguments: { at: "2026-05-01" } });
    expect(callsIn(transcript)[0]?.invalid).toBeUndefined();
  });

  it("records a call that the SDK does not run, with the reason", async () => {
    const model = scriptedModel([{ toolCalls: [call("add_note", { text: 5 }), call("no_such_tool")] }, "I failed."]);
    const transcript = await play(aiSdkAgent({ tools: notes().tools }), say("Add 5"), { models: { agent: model } });
    expect(callsIn(transcript)).toMatchObject([
      { name: "add_note", arguments: { text: 5 }, invalid: expect.any(String), error: expect.anything() },
      { name: "no_such_tool", invalid: expect.any(String), error: expect.anything() },
    ]);
  });

  it("lets mocks answer for its tools, and faults be laid over them", async () => {
    const { tools, kept } = notes();
    const models = () => ({ agent: scriptedModel([{ toolCalls: [call("add_note", { text: "eggs" })] }, "Well."]) });
    const mocks = { add_note: () => "mocked" };
    const mocked = await play(aiSdkAgent({ tools }), say("Add eggs"), { models: models(), mocks });
    expect(callsIn(mocked)).toMatchObject([{ mocked: true, result: "mocked", approval: { decision: "approved" } }]);
    const faults = [{ tool: "add_note", kind: "error" }];
    const faulted = await play(aiSdkAgent({ tools }), { ...say("Add eggs"), faults }, { models: models() });
    expect(callsIn(faulted)).toMatchObject([{ fault: expect.anything(), error: expect.anything() }]);
    expect(kept).toEqual(["milk"]);
  });

  it("stops after maxSteps", async () => {
    const model = scriptedModel({ toolCalls: [call("list_notes")] });
    const agent = aiSdkAgent({ tools: notes().tools, maxSteps: 3 });
    await play(agent, say("Go on for ever"), { models: { agent: model } });
    expect(model.calls).toHaveLength(3);
  });

  it("takes an outage of the model for an outage", async () => {
    const transcript = await play(aiSdkAgent({}), say("Hello"), { models: { agent: scriptedModel([]) } });
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure" });
  });

  it("refuses a setting that Viva's models cannot be asked, by name", async () => {
    const transcript = await play(aiSdkAgent({ topK: 5 }), say("Hello"), { models: { agent: scriptedModel("Hi") } });
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("topK") });
  });

  it("stops a tool when the exchange runs out of time", async () => {
    let stopped = false;
    const tools = {
      slow: tool({
        inputSchema: z.object({}),
        execute: (_, { abortSignal }) =>
          new Promise((_resolve, reject) => {
            abortSignal?.addEventListener("abort", () => {
              stopped = true;
              reject(abortSignal.reason);
            });
          }),
      }),
    };
    const model = scriptedModel([{ text: "One moment.", toolCalls: [call("slow")] }, "never said"]);
    const limits = { exchangeMs: 200 };
    const transcript = await play(aiSdkAgent({ tools }), say("Go"), { models: { agent: model }, limits });
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", reason: "time-limit" });
    expect(transcript.exchanges[0]?.items).toMatchObject([{ text: "One moment." }, { call: { name: "slow" } }]);
    expect(stopped).toBe(true);
    expect(model.calls).toHaveLength(1);
  });

  it("speaks first where it has a greeting", async () => {
    const session = await aiSdkAgent({ greeting: "Front desk." }).open({
      case: { history: [] },
      model: () => scriptedModel("Hi"),
      record: (event) => recorded.push(event),
    });
    const recorded = [];
    await session.greet?.(new AbortController().signal);
    expect(recorded).toEqual([{ type: "text", text: "Front desk." }]);
  });
});

describe("aiSdkAgent with a function", () => {
  const twoSteps = () => scriptedModel([{ text: "Looking.", toolCalls: [call("list_notes")] }, "Milk."]);
  const expected = [
    { type: "text", text: "Looking." },
    { type: "call", call: { name: "list_notes", result: ["milk"] } },
    { type: "text", text: "Milk." },
  ];

  it.each(["streamText", "generateText"])("reads what %s gives back, tools not wrapped", async (which) => {
    const ask = { streamText, generateText }[which];
    const agent = aiSdkAgent((messages, { model }) =>
      ask?.({ model, messages, tools: notes().tools, stopWhen: isStepCount(5) }),
    );
    const transcript = await play(agent, say("What?"), { models: { agent: twoSteps() } });
    expect(transcript.exchanges[0]?.items).toMatchObject(expected);
    expect(agent.tools).toBeUndefined();
  });

  it("puts tools under Viva's hand where it is asked to", async () => {
    const agent = aiSdkAgent((messages, { model, tools }) =>
      streamText({ model, messages, tools: tools(notes().tools), stopWhen: isStepCount(5) }),
    );
    const transcript = await play(agent, say("What?"), { models: { agent: twoSteps() } });
    expect(transcript.exchanges[0]?.items).toMatchObject(expected);
  });

  it("asks for approval, tools not wrapped", async () => {
    const { tools, kept } = notes();
    const agent = aiSdkAgent((messages, { model }) =>
      streamText({ model, messages, tools, stopWhen: isStepCount(5), onError: () => {} }),
    );
    const model = scriptedModel([{ toolCalls: [call("add_note", { text: "eggs" })] }, "Done."]);
    const transcript = await play(agent, say("Add eggs"), { models: { agent: model } });
    expect(callsIn(transcript)).toMatchObject([{ approval: { decision: "approved" }, result: { added: "eggs" } }]);
    expect(kept).toEqual(["milk", "eggs"]);
  });

  it("fails an agent that gives back something else", async () => {
    const transcript = await play(
      aiSdkAgent(() => 5),
      say("Hi"),
      { models: { agent: scriptedModel("x") } },
    );
    expect(transcript.outcome).toMatchObject({ kind: "agent-failed", message: expect.stringContaining("streamText") });
  });
});

describe("recordings", () => {
  const folder = mkdtempSync(join(here, ".project-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const viva = (...args) => {
    const environment = { ...process.env, NO_COLOR: "1" };
    const bin = join(here, "../packages/vivavoce/bin/viva.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    });
    return { status, said: `${stdout}${stderr}` };
  };
  const suiteText = (script) => `
import { aiSdkAgent, suite } from "vivavoce";
import { toolUse } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
import { tool } from "ai";
import { z } from "zod";
const kept = [];
const tools = {
  add_note: tool({ inputSchema: z.object({ text: z.string() }), needsApproval: true, execute: ({ text }) => ({ added: kept.push(text) }) }),
};
export default suite({
  name: "notes",
  cases: [{ id: "add", script: [{ content: "Add eggs" }], expect: { tools: [{ turn: 1, shouldCall: true, tools: ["add_note"] }] } }],
  agent: () => aiSdkAgent({ system: "You keep notes.", tools }),
  models: { agent: scriptedModel(${JSON.stringify(script)}) },
  metrics: [toolUse()],
});
`;
  it("replays byte for byte, without the model", () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "viva.config.ts"),
      `import { defineConfig } from "vivavoce";\nexport default defineConfig({ suites: ["*.eval.ts"] });\n`,
    );
    const script = [{ toolCalls: [{ name: "add_note", arguments: { text: "eggs" } }] }, "Added."];
    writeFileSync(join(folder, "notes.eval.ts"), suiteText(script));
    const recorded = viva("run", "--record", "--report", "json");
    expect(recorded.said).toContain("notes");
    expect(recorded.status, recorded.said).toBe(0);
    const first = reportIn(folder);
    // A model that would say something else, if it were asked.
    writeFileSync(join(folder, "notes.eval.ts"), suiteText(["I am another model."]));
    const replayed = viva("run", "--replay", "--report", "json");
    expect(replayed.status, replayed.said).toBe(0);
    const second = reportIn(folder);
    expect(second.run).not.toBe(first.run);
    expect(second.results).toBe(first.results);
    expect(first.results).toContain("Added.");
  });
});

function reportIn(folder) {
  const reports = join(folder, "results");
  const [file] = readdirSync(reports, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".json"));
  const { header, results } = JSON.parse(readFileSync(join(reports, file ?? ""), "utf8"));
  rmSync(reports, { recursive: true });
  return { run: header.run, results: JSON.stringify(results) };
}

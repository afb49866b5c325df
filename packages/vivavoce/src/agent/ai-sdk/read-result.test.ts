import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentContext, AgentEvent } from "../types.ts";
import { readResult } from "./read-result.ts";
import { ToolsUnderHand, toolSpecs } from "./tools.ts";

async function* streamOf(parts: object[]) {
  yield* parts;
}

function reading() {
  const events: AgentEvent[] = [];
  const record = (event: AgentEvent) => void events.push(event);
  const tool: AgentContext["tool"] = async (call, run) => {
    events.push({ type: "call", ...call });
    const result = await run?.(call.arguments as never);
    events.push({ type: "result", id: call.id ?? "", result });
    return result;
  };
  const tools = new ToolsUnderHand({ tool } as AgentContext);
  const { signal } = new AbortController();
  return { events, tools, read: (result: unknown) => readResult(result, { record, tools, signal }) };
}

const called = { type: "tool-call", toolCallId: "a", toolName: "find", input: { day: 1 } };
const call = { type: "call", id: "a", name: "find", arguments: { day: 1 } };

describe("readResult", () => {
  it("records words by blocks, and what was begun when a stream breaks", async () => {
    const { events, read } = reading();
    const delta = (id: string, text: string) => ({ type: "text-delta", id, text });
    const parts = [delta("1", "Good "), delta("1", "morning."), { type: "text-end", id: "1" }, delta("2", "I am")];
    const broken = streamOf([...parts, { type: "error", error: new Error("lost") }]);
    await expect(read({ stream: broken })).rejects.toThrow("lost");
    expect(events).toEqual([
      { type: "text", text: "Good morning." },
      { type: "text", text: "I am" },
    ]);
  });

  it("records calls and results of tools that are not under Viva's hand", async () => {
    const { events, read } = reading();
    const result = { ...called, type: "tool-result", output: [9] };
    await read({ fullStream: streamOf([called, { ...result, preliminary: true, output: "…" }, result]) });
    expect(events).toEqual([call, { type: "result", id: "a", result: [9] }]);
  });

  it("records the error of a tool", async () => {
    const { events, read } = reading();
    await read({ stream: streamOf([called, { ...called, type: "tool-error", error: new Error("closed") }]) });
    expect(events).toEqual([call, { type: "error", id: "a", error: "closed" }]);
  });

  it("leaves the recording to a tool under Viva's hand, after the words before it", async () => {
    const { events, tools, read } = reading();
    const { find } = tools.wrap({ find: { execute: async (_input: unknown, _options: unknown) => 9 } });
    const parts = async function* () {
      // The SDK starts the tool before anybody has read the words.
      const running = find.execute({ day: 1 }, { toolCallId: "a" });
      yield { type: "text-delta", id: "1", text: "Let me see." };
      yield { type: "text-end", id: "1" };
      yield called;
      yield { ...called, type: "tool-result", output: await running };
      yield { type: "finish-step" };
    };
    await read({ stream: parts() });
    expect(events).toEqual([{ type: "text", text: "Let me see." }, call, { type: "result", id: "a", result: 9 }]);
  });

  it("takes the last value of a tool that tells of its progress", async () => {
    const { tools } = reading();
    const execute = async function* (_input: unknown, _options: unknown) {
      yield "half";
      yield "whole";
    };
    const { find } = tools.wrap({ find: { execute } });
    expect(await find.execute({}, { toolCallId: "a" })).toBe("whole");
  });

  it("records a call that a rule of the agent turned down, and asks nobody about it", async () => {
    const { events, tools, read } = reading();
    tools.wrap({ find: { execute: () => 9 } });
    const request = { type: "tool-approval-request", approvalId: "1", toolCall: called, isAutomatic: true };
    const { wishes } = await read({ stream: streamOf([called, request, { type: "finish-step" }]) });
    expect(wishes).toEqual([]);
    expect(events).toEqual([call]);
  });

  it("hands on what needs approval", async () => {
    const { events, tools, read } = reading();
    tools.wrap({ find: { execute: () => 9 } });
    const request = { type: "tool-approval-request", approvalId: "1", toolCall: called };
    const { wishes } = await read({ stream: streamOf([called, request, { type: "finish-step" }]) });
    expect(wishes).toEqual([{ approvalId: "1", call: { id: "a", name: "find", arguments: { day: 1 } } }]);
    expect(events).toEqual([]);
  });

  it("reads the steps of what was not streamed, and takes over the messages", async () => {
    const { events, read } = reading();
    const messages = [{ role: "assistant", content: "Hi" }];
    const steps = [{ content: [{ type: "text", text: "Hi" }] }];
    expect(await read({ steps, responseMessages: Promise.resolve(messages) })).toEqual({ messages, wishes: [] });
    expect(await read({ steps, response: { messages } })).toEqual({ messages, wishes: [] });
    expect(events).toHaveLength(2);
  });

  it("takes a text for a reply, and nothing else", async () => {
    const { events, read } = reading();
    expect((await read("Hi")).messages).toEqual([{ role: "assistant", content: "Hi" }]);
    expect(events).toEqual([{ type: "text", text: "Hi" }]);
    await expect(read(undefined)).rejects.toThrow("streamText()");
  });

  it("fails an agent that stops its own answer", async () => {
    await expect(reading().read({ stream: streamOf([{ type: "abort" }]) })).rejects.toThrow("stopped its own answer");
  });
});

describe("toolSpecs", () => {
  const json = { type: "object", properties: { a: { type: "string" } } };
  it.each([
    ["zod", z.object({ a: z.string() }), { properties: { a: { type: "string" } } }],
    ["jsonSchema()", { jsonSchema: json }, json],
    ["a function of one", () => ({ jsonSchema: json }), json],
    ["another Standard Schema", { "~standard": { jsonSchema: { input: () => json } } }, json],
    ["one that is made later", { jsonSchema: Promise.resolve(json) }, {}],
  ])("reads the schema of a tool: %s", (_, inputSchema, parameters) => {
    expect(toolSpecs({ find: { description: "Finds", inputSchema } })).toMatchObject([
      { name: "find", description: "Finds", parameters, effect: "write" },
    ]);
  });

  it("takes the effects that are named", () => {
    expect(toolSpecs({ find: {} }, { find: "read" })[0]?.effect).toBe("read");
  });
});

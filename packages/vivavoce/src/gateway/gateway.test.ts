import { describe, expect, test, vi } from "vitest";
import type { Agent } from "../agent/index.ts";
import { redactor } from "../base/index.ts";
import { play, playCase } from "../conversation/index.ts";
import { replayTraffic, type Tape } from "../model/index.ts";
import { caseSchema } from "../shape/index.ts";
import { scriptedModel, scriptedServer } from "../testing/index.ts";
import { chat, hello, ownClient, recorded, replayed, send, settingWith } from "./own-client.test-helper.ts";

const asking = ownClient(async (post, message) => {
  const { status, text } = await post("/v1/chat/completions", chat(message));
  return status === 200 ? JSON.parse(text).choices[0].message.content : `${status}: ${JSON.parse(text).error.message}`;
});

describe("an agent with a client of its own", () => {
  test("asks the suite's model, and its call is counted", async () => {
    const transcript = await play(asking, hello, { models: { agent: scriptedModel(["Good morning."]) } });
    expect(transcript.outcome.kind).toBe("completed");
    expect(transcript.exchanges[0]).toMatchObject({ items: [{ type: "text", text: "Good morning." }], modelCalls: 1 });
  });

  test("has its tool calls read from the answer, and the results from its next request", async () => {
    const call = { id: "c1", name: "add_note", arguments: { text: "milk" } };
    const agent = ownClient(async (post, message) => {
      const first = JSON.parse((await post("/v1/chat/completions", chat(message))).text).choices[0].message;
      const messages = [
        { role: "user", content: message },
        first,
        { role: "tool", tool_call_id: "c1", content: '{"ok":true}' },
      ];
      const last = await post("/v1/chat/completions", { model: "small", messages });
      return JSON.parse(last.text).choices[0].message.content;
    });
    const model = scriptedModel([{ toolCalls: [call] }, "Noted."]);
    const { exchanges } = await play(agent, hello, { models: { agent: model } });
    expect(exchanges[0]?.items).toEqual([
      { type: "call", call: expect.objectContaining({ ...call, result: { ok: true }, modelCall: 1 }) },
      { type: "text", text: "Noted." },
    ]);
  });

  test("tells of a call itself, which is not counted twice, whatever id it gives", async () => {
    const call = { id: "c1", name: "add_note", arguments: { text: "milk" } };
    const agent: Agent = {
      name: "teller",
      version: "1",
      async open({ gateway, record }) {
        const { url } = await gateway();
        return {
          async reply(message) {
            await send(`${url}/v1/chat/completions`, chat(message), {});
            record({ type: "call", id: "mine", name: "add_note", arguments: { text: "milk" } });
            record({ type: "result", id: "mine", result: "done" });
          },
        };
      },
    };
    const { exchanges } = await play(agent, hello, { models: { agent: scriptedModel([{ toolCalls: [call] }]) } });
    expect(exchanges[0]?.items).toEqual([
      { type: "call", call: expect.objectContaining({ name: "add_note", result: "done" }) },
    ]);
  });

  test("has all calls of a model that gives an id twice, in one answer and in the next, each with its own result", async () => {
    const call = (text: string) => ({ id: "call_0", name: "add_note", arguments: { text } });
    const agent = ownClient(async (post, message) => {
      const messages: unknown[] = [{ role: "user", content: message }];
      for (;;) {
        const { text } = await post("/v1/chat/completions", { model: "small", messages });
        const said = JSON.parse(text).choices[0].message;
        if (!said.tool_calls) return said.content;
        const results = said.tool_calls.map((one: { id: string; function: { arguments: string } }) => {
          return { role: "tool", tool_call_id: one.id, content: `kept ${JSON.parse(one.function.arguments).text}` };
        });
        messages.push(said, ...results);
      }
    });
    const model = scriptedModel([{ toolCalls: [call("a"), call("b")] }, { toolCalls: [call("a")] }, "Noted."]);
    const { exchanges } = await play(agent, hello, { models: { agent: model } });
    const seen = exchanges[0]?.items.flatMap((item) =>
      item.type === "call" ? [[item.call.arguments.text, item.call.result, item.call.modelCall]] : [],
    );
    expect(seen).toEqual([
      ["a", "kept a", 1],
      ["b", "kept b", 1],
      ["a", "kept a", 2],
    ]);
  });

  test("is told in its own dialect, once, why a call is refused, and the first cause is the outcome", async () => {
    let refused: { status: number; text: string } | undefined;
    const agent = ownClient(async (post, message) => {
      refused = await post("/v1/messages", { ...chat(message), top_k: 5, max_tokens: 10 });
      return "I went on without.";
    });
    const tape: Tape = { origin: "hand-written", repeat: 1, records: [] };
    const traffic = replayTraffic({ tape, modelId: () => "any:model", redactor: redactor({}) });
    const transcript = await playCase(agent, caseSchema.parse(hello), settingWith(traffic));
    expect(transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("no tape for agent call 1"),
    });
    await vi.waitFor(() => expect(refused).toMatchObject({ status: 400 }));
    expect(JSON.parse(refused?.text ?? "")).toMatchObject({
      type: "error",
      error: { message: expect.stringContaining("no tape") },
    });
  });

  test("that asks at an address of a trial that is over is refused", async () => {
    let url = "";
    const agent: Agent = {
      name: "keeper",
      version: "1",
      open: async ({ gateway, record }) => ({
        async reply() {
          url = (await gateway()).url;
          record({ type: "text", text: "Yes." });
        },
      }),
    };
    await play(agent, hello, {});
    expect(await send(`${url}/v1/chat/completions`, chat("late"), {})).toMatchObject({
      status: 400,
      text: expect.stringContaining("is over"),
    });
  });
});

describe("what was asked over the wire", () => {
  test("is forwarded as it is, priced, recorded, and replayed without the server", async () => {
    await using server = await scriptedServer({ answer: "Good morning." });
    const { transcript, tape } = await recorded(asking, server.url);
    expect(server.requests[0]).toEqual(chat("Hello"));
    expect(transcript.exchanges[0]).toMatchObject({
      items: [{ text: "Good morning." }],
      cost: 0.25,
    });
    expect(tape.records[0]?.wire).toMatchObject({ dialect: "openai-chat", path: "/v1/chat/completions", status: 200 });
    await server.close();
    const again = await replayed(asking, tape);
    expect(JSON.stringify(again)).toBe(JSON.stringify(transcript));
  });

  test("an error status reaches the client with its retry-after, and a later success makes it good, live and replayed", async () => {
    const patient = ownClient(async (post, message) => {
      const first = await post("/v1/chat/completions", chat(message));
      const second = await post("/v1/chat/completions", chat(message));
      return `${first.status}, then ${JSON.parse(second.text).choices[0].message.content}`;
    });
    await using server = await scriptedServer({ answer: [{ fault: "status", status: 429, retryAfter: 0 }, "Hello."] });
    const { transcript, tape } = await recorded(patient, server.url);
    expect(transcript.outcome.kind).toBe("completed");
    expect(transcript.exchanges[0]?.items).toEqual([{ type: "text", text: "429, then Hello." }]);
    const again = await replayed(patient, tape);
    expect(again.exchanges[0]?.items).toEqual(transcript.exchanges[0]?.items);
    expect(again.outcome.kind).toBe("completed");
  });

  test("an error status that stays is an outage, whatever the agent says of it", async () => {
    await using server = await scriptedServer({ answer: [{ fault: "status", status: 503 }] });
    const { transcript, tape } = await recorded(asking, server.url);
    expect(transcript.outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("503") });
    expect((await replayed(asking, tape)).outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("503"),
    });
  });
});

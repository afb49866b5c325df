import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import { play } from "../conversation/index.ts";
import { scriptedModel, scriptedServer } from "../testing/index.ts";
import { chat, hello, ownClient, recorded, replayed, send } from "./own-client.test-helper.ts";

const completions = "/v1/chat/completions";

/** Nothing an agent says after a refusal counts, however polite it is. */
describe("a call that the gateway refuses errors the trial of an agent that goes on", () => {
  const refused: [string, string, unknown, Record<string, string>, string][] = [
    ["another endpoint", "/v1/audio/speech", {}, {}, "POST /v1/audio/speech is not an endpoint that Viva passes on"],
    ["a body that is not JSON", completions, Buffer.from("hello{"), {}, "body is not JSON"],
    ["a body in an unknown coding", completions, {}, { "content-encoding": "lzma" }, "content-encoding lzma"],
    ["no body", completions, Buffer.from(""), {}, "has no body"],
    ["a field that the model cannot have", completions, chat("Hello", { logit_bias: { 1: 2 } }), {}, "logit_bias"],
  ];
  test.each(refused)("%s", async (_name, path, body, headers, message) => {
    const agent = ownClient(async (post) => {
      await post(path, body, headers);
      await post(completions, chat("Hello"));
      return "All done!";
    });
    const { outcome } = await play(agent, hello, { models: { agent: scriptedModel(["Hello."]) } });
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining(message) });
  });

  test("an address without a token", async () => {
    const agent: Agent = {
      name: "nameless",
      version: "1",
      open: async ({ gateway, record }) => ({
        async reply() {
          const { origin } = new URL((await gateway()).url);
          await send(`${origin}${completions}`, chat("Hello"), {});
          record({ type: "text", text: "All done!" });
        },
      }),
    };
    const { outcome } = await play(agent, hello, { models: { agent: scriptedModel(["Hello."]) } });
    expect(outcome).toMatchObject({ kind: "infrastructure", message: expect.stringContaining("which trial") });
  });

  test("the address of an earlier trial, kept by a client that conversations share", async () => {
    let kept: string | undefined;
    const agent: Agent = {
      name: "sharer",
      version: "1",
      open: async ({ gateway, record }) => ({
        async reply(message) {
          kept ??= (await gateway()).url;
          await gateway();
          await send(`${kept}${completions}`, chat(message), {});
          record({ type: "text", text: "All done!" });
        },
      }),
    };
    const models = { agent: scriptedModel(["Hello.", "Hello."]) };
    expect((await play(agent, hello, { models })).outcome.kind).toBe("completed");
    expect((await play(agent, hello, { models })).outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("earlier trial"),
    });
  });
});

/** The agent may run the calls of any answer, and Viva would have read only the first one's. */
describe("a request for several answers", () => {
  const several = (more: object) => ownClient(async (post) => (await post(completions, chat("Hello", more))).text);
  const tools = [{ type: "function", function: { name: "delete_note", parameters: {} } }];

  test("with tools errors the trial, and does not reach the provider", async () => {
    await using server = await scriptedServer({ answer: "Hello." });
    const { transcript } = await recorded(several({ n: 2, tools }), server.url);
    expect(transcript.outcome).toMatchObject({
      kind: "infrastructure",
      message: expect.stringContaining("2 answers (n: 2)"),
    });
    expect(server.requests).toEqual([]);
  });

  test.each([{ n: 2 }, { n: 1, tools }, { n: null, tools }])(
    "is passed on if no call can be missed: %j",
    async (more) => {
      await using server = await scriptedServer({ answer: "Hello." });
      const { transcript } = await recorded(several(more), server.url);
      expect(transcript.outcome.kind).toBe("completed");
    },
  );
});

test("a packed request is unpacked, and sent on plain", async () => {
  await using server = await scriptedServer({ answer: "Hello." });
  const agent = ownClient(async (post, message) => {
    const packed = gzipSync(JSON.stringify(chat(message)));
    return (await post(completions, packed, { "content-encoding": "gzip" })).text;
  });
  const { transcript } = await recorded(agent, server.url);
  expect(transcript.outcome.kind).toBe("completed");
  expect(server.requests).toEqual([chat("Hello")]);
});

describe("an outage is made good only by a later answer to the same kind of question", () => {
  /** Fails what says "fail", and answers everything else: slowly where it is asked to. */
  const provider = async () => {
    const server = createServer(async (request, response) => {
      const asked = (await request.toArray()).join("");
      const answer = { choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }] };
      if (asked.includes("slow")) await new Promise((resolve) => setTimeout(resolve, 30));
      response.writeHead(asked.includes("fail") ? 500 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/v1`, [Symbol.asyncDispose]: async () => void server.close() };
  };
  const outcomes: [string, (post: Parameters<Parameters<typeof ownClient>[0]>[0]) => Promise<unknown>, string][] = [
    [
      "not by one that was asked beside it",
      (post) => Promise.all([post(completions, chat("fail")), post(completions, chat("slow"))]),
      "infrastructure",
    ],
    [
      "not by vectors",
      async (post) => [await post(completions, chat("fail")), await post("/v1/embeddings", { input: "x" })],
      "infrastructure",
    ],
    [
      "nor are vectors by words",
      async (post) => [await post("/v1/embeddings", { input: "fail" }), await post(completions, chat("fine"))],
      "infrastructure",
    ],
    [
      "by a later answer",
      async (post) => [await post(completions, chat("fail")), await post(completions, chat("fine"))],
      "completed",
    ],
  ];
  test.each(outcomes)("%s", async (_name, ask, kind) => {
    await using server = await provider();
    const agent = ownClient(async (post) => {
      await ask(post);
      return "Hi";
    });
    expect((await recorded(agent, server.url)).transcript.outcome.kind).toBe(kind);
  });
});

describe("a stream that ends in the middle", () => {
  /** Two words, and then nothing: the connection is cut, or stays open. */
  const provider = async (then: "cut" | "stall") => {
    const server = createServer(async (request, response) => {
      await request.toArray();
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const content of ["Good", " morning"]) {
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
      }
      if (then === "cut") setTimeout(() => response.destroy(), 20);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const close = async () => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${port}/v1`, [Symbol.asyncDispose]: close };
  };
  const body = chat("Hello", { stream: true });

  test("is an outage, and the replay gives the client the same words before it fails", async () => {
    await using server = await provider("cut");
    const agent = ownClient(async (post) => (await post(completions, body)).text);
    const { transcript, tape } = await recorded(agent, server.url);
    expect(transcript.outcome.kind).toBe("infrastructure");
    expect(JSON.stringify(transcript.exchanges[0]?.items)).toMatch(/Good.* morning.*no connection/);
    expect(JSON.stringify(await replayed(agent, tape))).toBe(JSON.stringify(transcript));
  });

  test("since the agent has heard enough is none, live and replayed", async () => {
    await using server = await provider("stall");
    const agent: Agent = {
      name: "impatient",
      version: "1",
      open: async ({ gateway, record }) => ({
        async reply() {
          const { url } = await gateway();
          const response = await fetch(`${url}${completions}`, { method: "POST", body: JSON.stringify(body) });
          let heard = "";
          for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
            heard += piece;
            if (heard.includes("morning")) break;
          }
          record({ type: "text", text: heard });
        },
      }),
    };
    const { transcript, tape } = await recorded(agent, server.url);
    expect(transcript.outcome.kind).toBe("completed");
    expect(JSON.stringify(await replayed(agent, tape))).toBe(JSON.stringify(transcript));
  });
});

/** Many clients stop reading at "[DONE]", when the provider's connection may still be open. */
test("a call is seen of an agent that stops reading where the answer ends, live and replayed", async () => {
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
  const called = {
    index: 0,
    id: "call_1",
    type: "function",
    function: { name: "book", arguments: '{"day":"Monday"}' },
  };
  const server = createServer(async (request, response) => {
    const asked = (await request.toArray()).join("");
    response.writeHead(200, { "content-type": "text/event-stream" });
    const delta = asked.includes("tool_call_id") ? { content: "Booked." } : { tool_calls: [called] };
    response.write(event({ choices: [{ index: 0, delta }] }));
    response.write(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
    response.write(event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } }));
    response.write("data: [DONE]\n\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent: Agent = {
    name: "in-a-hurry",
    version: "1",
    open: async ({ gateway, record }) => ({
      async reply() {
        const { url } = await gateway();
        const result = { role: "tool", tool_call_id: "call_1", content: "done" };
        for (const more of [[], [result]]) {
          const body = { ...chat("Hello", { stream: true }), messages: [{ role: "user", content: "Hello" }, ...more] };
          const response = await fetch(`${url}${completions}`, { method: "POST", body: JSON.stringify(body) });
          let heard = "";
          for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
            heard += piece;
            if (heard.includes("[DONE]")) break;
          }
        }
        record({ type: "text", text: "Booked." });
      },
    }),
  };
  const { transcript, tape } = await recorded(agent, `http://127.0.0.1:${port}/v1`);
  server.closeAllConnections();
  server.close();
  expect(transcript.exchanges[0]?.items).toMatchObject([
    { type: "call", call: { name: "book", arguments: { day: "Monday" }, modelCall: 1, result: "done" } },
    { type: "text", text: "Booked." },
  ]);
  expect(transcript.exchanges[0]).toMatchObject({ usage: { inputTokens: 14, outputTokens: 4 }, cost: 0.5 });
  expect(JSON.stringify(await replayed(agent, tape))).toBe(JSON.stringify(transcript));
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { scriptedServer } from "../testing/index.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { openaiClient } from "./openai-client.ts";
import { EndlessAnswer, type post } from "./post.ts";
import type { ModelAddress } from "./provider.ts";
import type { ModelRequest } from "./types.ts";
import type { WireAnswer } from "./wire/types.ts";

type Post = typeof post;

afterEach(() => vi.useRealTimers());

const hello: ModelRequest = { messages: [{ role: "user", content: "Hello" }] };
const at = (baseURL: string, more: Partial<ModelAddress> = {}): ModelAddress => ({
  id: "compatible:m",
  provider: "compatible",
  model: "m",
  baseURL,
  host: "unknown",
  ...more,
});
const said = (text: string, { status = 200, headers = {} }: Said = {}): WireAnswer => ({
  status,
  headers,
  body: text,
});
type Said = { status?: number; headers?: Record<string, string> };
const asJson = { "content-type": "application/json" };
const json = (body: unknown, more: Said = {}) => said(JSON.stringify(body), { headers: asJson, ...more });
const completion = { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] };
/** Gives one response and keeps what it was called with. */
const answering = (response: () => WireAnswer) => vi.fn<Post>(async () => response());

describe("a call", () => {
  test("posts the request, and gives the answer with the model that served it", async () => {
    await using server = await scriptedServer({
      answer: { text: "Hi", servedModel: "m-2026", usage: { inputTokens: 3, outputTokens: 1 } },
    });
    const client = openaiClient(at(server.url));
    expect(client.id).toBe("compatible:m");
    await expect(client.call({ ...hello, temperature: 0 })).resolves.toEqual({
      id: "completion-0",
      text: "Hi",
      toolCalls: [],
      finish: "stop",
      servedModel: "m-2026",
      usage: { inputTokens: 3, outputTokens: 1 },
    });
    expect(server.requests).toEqual([{ model: "m", messages: hello.messages, temperature: 0 }]);
  });

  test("carries the key, and none where there is none", async () => {
    const post = answering(() => json(completion));
    await openaiClient(at("http://models.test/v1", { key: "sk-1" }), { post }).call(hello);
    await openaiClient(at("http://models.test/v1"), { post }).call(hello);
    const sent = post.mock.calls.map(([url, { headers }]) => [url.href, headers.authorization]);
    expect(sent).toEqual([
      ["http://models.test/v1/chat/completions", "Bearer sk-1"],
      ["http://models.test/v1/chat/completions", undefined],
    ]);
  });

  test.each([
    ["http://models.test/v1/", "http://models.test/v1/chat/completions"],
    ["http://models.test/v1?api-version=2", "http://models.test/v1/chat/completions?api-version=2"],
    ["http://models.test#top", "http://models.test/chat/completions"],
  ])("to a server at %s goes to %s", async (baseURL, asked) => {
    const post = answering(() => json(completion));
    await openaiClient(at(baseURL), { post }).call(hello);
    expect(post.mock.calls[0]?.[0].href).toBe(asked);
  });

  test("whose answer goes on and on is a bad answer", async () => {
    const post: Post = async () => {
      throw new EndlessAnswer();
    };
    const call = openaiClient(at("http://models.test"), { post }).call(hello);
    await expect(call).rejects.toMatchObject({ failure: "bad-answer", message: expect.stringContaining("too long") });
  });

  test("to OpenRouter takes the cost from it, to others does not", async () => {
    const post = answering(() => json({ ...completion, usage: { cost: 0.5 } }));
    const router = openaiClient(at("http://models.test", { provider: "openrouter", host: "vendor" }), { post });
    await expect(router.call(hello)).resolves.toHaveProperty("cost", 0.5);
    for (const elsewhere of [at("http://models.test"), at("http://models.test", { provider: "openrouter" })]) {
      await expect(openaiClient(elsewhere, { post }).call(hello)).resolves.not.toHaveProperty("cost");
    }
  });

  test("uses its connections again: 200 calls, 20 at once, open few more than 20", async () => {
    await using server = await scriptedServer();
    const client = openaiClient(at(server.url));
    let left = 200;
    const worker = async () => {
      while (left-- > 0) await client.call(hello);
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    expect(server.calls).toBe(200);
    // Some more while a connection whose answer was just read is not yet free again.
    expect(server.connections).toBeLessThan(60);
  });

  test("uses its connection again after an error", async () => {
    const faults = [{ fault: "status", status: 500 }, { fault: "wrong-type" }, { fault: "truncated" }] as const;
    await using server = await scriptedServer({ answer: (_request, index) => faults[index % 3] ?? "ok" });
    const client = openaiClient(at(server.url));
    for (let count = 0; count < 30; count += 1) await expect(client.call(hello)).rejects.toThrow();
    expect(server.connections).toBeLessThan(10);
  });

  test("with a request that is not JSON fails as the mistake it is", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const call = openaiClient(at("http://models.test")).call({ ...hello, output: { name: "x", schema: circular } });
    await expect(call).rejects.toThrow(TypeError);
  });
});

describe("an error status", () => {
  const failing = (body: string, more: Said) =>
    openaiClient(at("http://models.test"), {
      post: answering(() => said(body, more)),
      clock: manualClock(Date.parse("2026-03-01T12:00:00Z")),
    }).call(hello);

  test.each([
    ['{"error":{"message":"Unsupported value: temperature"}}', "Unsupported value: temperature"],
    ['{"error":"model not found"}', "model not found"],
    ['{"message":"no such route"}', "no such route"],
    ['{"detail":"Not Found"}', "Not Found"],
    [
      '{"error":{"message":"Provider returned error","metadata":{"raw":"seed is not supported"}}}',
      "seed is not supported",
    ],
    ["upstream went away", "upstream went away"],
    ["", "compatible:m answered 400"],
  ])("carries what the provider says in %s", async (body, said) => {
    await expect(failing(body, { status: 400 })).rejects.toMatchObject({
      failure: "status",
      status: 400,
      message: expect.stringContaining(said),
    });
  });

  test("cuts what the provider says, and takes control characters out", async () => {
    const error = await failing(`\u001b[31m${"long ".repeat(1000)}`, { status: 500 }).catch((thrown) => thrown);
    expect(error.message.length).toBeLessThan(400);
    expect(error.message).not.toContain("\u001b");
  });

  test.each([
    ["2", 2000],
    ["Sun, 01 Mar 2026 12:00:05 GMT", 5000],
  ])("carries a Retry-After of %s", async (value, retryAfterMs) => {
    const response = failing("", { status: 429, headers: { "retry-after": value } });
    await expect(response).rejects.toMatchObject({ status: 429, retryAfterMs });
  });

  test.each([401, 402, 403, 404])("of %d comes with what to do", async (status) => {
    await expect(failing("", { status })).rejects.toMatchObject({ remedy: expect.stringMatching(/\w+/) });
  });

  test("is what a redirect is: the key is not sent elsewhere", async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(307, { location: "/elsewhere" }).end();
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const call = openaiClient(at(`http://127.0.0.1:${port}`, { key: "k" })).call(hello);
    await expect(call).rejects.toMatchObject({ failure: "status", status: 307 });
    expect(seen).toEqual(["/chat/completions"]);
    server.closeAllConnections();
    server.close();
  });

  test("in a body whose status is 200 counts as that status", async () => {
    const first = { message: { content: "" }, finish_reason: "error", error: { code: 502, message: "overloaded" } };
    for (const body of [{ error: { code: 502, message: "overloaded" } }, { choices: [first] }]) {
      const client = openaiClient(at("http://models.test"), { post: answering(() => json(body)) });
      await expect(client.call(hello)).rejects.toMatchObject({
        failure: "status",
        status: 502,
        message: "compatible:m answered 502: overloaded",
      });
    }
  });

  test("in such a body without a number is a bad answer", async () => {
    const body = { error: { message: "something odd", code: "odd" } };
    const client = openaiClient(at("http://models.test"), { post: answering(() => json(body)) });
    await expect(client.call(hello)).rejects.toMatchObject({
      failure: "bad-answer",
      message: expect.stringContaining("something odd"),
    });
  });
});

describe("secrets", () => {
  const key = "canary-0123456789";
  const client = (response: () => WireAnswer) =>
    openaiClient(at("http://models.test", { key }), {
      post: answering(response),
      redact: (text) => text.replaceAll("other-secret", "[gone]"),
    });

  test.each([
    ["a status", () => json({ error: { message: `bad key ${key}, other-secret` } }, { status: 401 })],
    ["an error in a body", () => json({ error: { code: 500, message: `${key} other-secret` } })],
    ["a wrong content type", () => said(`${key} other-secret`, { headers: { "content-type": "text/html" } })],
    ["broken JSON", () => said(`{"${key}": other-secret`, { headers: asJson })],
    ["no completion", () => json({ echo: `${key} other-secret` })],
  ])("stay out of the error for %s", async (_name, response) => {
    const error = await client(response)
      .call(hello)
      .catch((thrown: unknown) => thrown);
    const shown = JSON.stringify([String(error), error]);
    expect(shown).not.toContain(key);
    expect(shown).not.toContain("other-secret");
    expect(shown).toContain("redacted");
  });

  test("stay out of the error for a broken connection", async () => {
    const post: Post = async () => {
      throw new Error("broken", { cause: new Error(`proxy said ${key}`) });
    };
    const error = await openaiClient(at("http://models.test", { key }), { post })
      .call(hello)
      .catch((thrown: Error) => thrown);
    expect(String(error)).toContain("proxy said [redacted]");
  });
});

describe("time", () => {
  /** Never ends by itself. */
  const halfOpen: Post = (_url, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

  test("covers the body, two minutes of it by default", async () => {
    vi.useFakeTimers();
    const call = openaiClient(at("http://models.test"), { post: halfOpen }).call(hello);
    const outcome = expect(call).rejects.toMatchObject({
      failure: "timeout",
      message: expect.stringContaining("120 s"),
    });
    await vi.advanceTimersByTimeAsync(120_000);
    await outcome;
  });

  test("is what the model was given", async () => {
    vi.useFakeTimers();
    const call = openaiClient(at("http://models.test"), { post: halfOpen, timeoutMs: 5000 }).call(hello);
    const outcome = expect(call).rejects.toMatchObject({ failure: "timeout", message: expect.stringContaining("5 s") });
    await vi.advanceTimersByTimeAsync(5000);
    await outcome;
  });

  test("leaves no timer when the answer has come", async () => {
    vi.useFakeTimers();
    await openaiClient(at("http://models.test"), { post: answering(() => json(completion)) }).call(hello);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that the system gives up on is a timeout too", async () => {
    const post: Post = async () => {
      throw Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT" });
    };
    await expect(openaiClient(at("http://models.test"), { post }).call(hello)).rejects.toMatchObject({
      failure: "timeout",
    });
  });
});

describe("cancelling", () => {
  test("ends a call that hangs, and its connection", async () => {
    await using server = await scriptedServer({ answer: { fault: "hang" } });
    const controller = new AbortController();
    const call = openaiClient(at(server.url)).call(hello, { signal: controller.signal });
    await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
    controller.abort();
    await expect(call).rejects.toMatchObject({ failure: "cancelled" });
  });

  test("before the call sends nothing", async () => {
    const post = answering(() => json(completion));
    const call = openaiClient(at("http://models.test"), { post }).call(hello, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ failure: "cancelled" });
    expect(post).not.toHaveBeenCalled();
  });
});

test("nobody listens there: a network failure that says where", async () => {
  const server = await scriptedServer();
  await server.close();
  await expect(openaiClient(at(server.url)).call(hello)).rejects.toMatchObject({
    failure: "network",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

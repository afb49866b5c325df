import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { dialectOf } from "../model/index.ts";
import { scriptedServer } from "./scripted-server.ts";
import type { ServerStep } from "./server-script.ts";

const question = { model: "m", messages: [{ role: "user", content: "Hello" }] };

function ask(server: { url: string }, body: unknown = question, signal?: AbortSignal) {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body), ...(signal && { signal }) };
  return fetch(`${server.url}/chat/completions`, init);
}
interface Completion {
  choices: [
    { message: { content: string; tool_calls: unknown }; finish_reason: string; logprobs: { content: unknown } },
  ];
}
const completionIn = async (response: Response) => (await response.json()) as Completion;
const textOf = async (response: Response) => (await completionIn(response)).choices[0].message.content;

describe("an answer", () => {
  test("is a chat completion", async () => {
    await using server = await scriptedServer({ answer: "Hi" });
    const response = await ask(server);
    expect(response.headers.get("content-type")).toBe("application/json");
    await expect(response.json()).resolves.toEqual({
      id: "completion-0",
      object: "chat.completion",
      created: 0,
      model: "m",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop", logprobs: null }],
    });
  });

  test("has all that a model's answer can have", async () => {
    await using server = await scriptedServer({
      answer: {
        servedModel: "m-2",
        toolCalls: [
          { name: "read", arguments: { path: "a" } },
          { name: "list", arguments: "{broken", id: "mine" },
        ],
        usage: { inputTokens: 5, outputTokens: 2, cachedTokens: 1, reasoningTokens: 1 },
        cost: 0.25,
        logprobs: [{ token: "a", logprob: -1, top: [{ token: "b", logprob: -2 }] }],
      },
    });
    const before = { role: "assistant", content: null, tool_calls: [{ id: "x" }] };
    const body = await completionIn(await ask(server, { model: "m", messages: [before] }));
    expect(body).toMatchObject({
      model: "m-2",
      usage: {
        prompt_tokens: 5,
        completion_tokens: 2,
        total_tokens: 7,
        prompt_tokens_details: { cached_tokens: 1 },
        completion_tokens_details: { reasoning_tokens: 1 },
        cost: 0.25,
      },
    });
    const [{ message, finish_reason, logprobs }] = body.choices;
    expect(finish_reason).toBe("tool_calls");
    expect(message.content).toBeNull();
    expect(message.tool_calls).toEqual([
      { id: "call-2", type: "function", function: { name: "read", arguments: '{"path":"a"}' } },
      { id: "mine", type: "function", function: { name: "list", arguments: "{broken" } },
    ]);
    expect(logprobs.content).toEqual([{ token: "a", logprob: -1, top_logprobs: [{ token: "b", logprob: -2 }] }]);
  });

  test.each(["chat/completions", "responses", "messages"])(
    "comes in the dialect of %s, streamed if asked",
    async (path) => {
      const scripted = { text: "Let me look.", toolCalls: [{ name: "read", arguments: { path: "a" } }] };
      await using server = await scriptedServer({ answer: scripted });
      const heard = async (stream: boolean) => {
        const body = JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "Hello" }] });
        return await (await fetch(`${server.url}/${path}`, { method: "POST", body })).text();
      };
      const dialect = dialectOf(`/${path}`) ?? expect.fail();
      const said = { text: "Let me look.", toolCalls: [{ id: "call-1", name: "read", arguments: { path: "a" } }] };
      expect(dialect.readAnswer(JSON.parse(await heard(false)))).toMatchObject(said);
      expect(dialect.readEvents([await heard(true)])).toMatchObject(said);
    },
  );

  test("is ok where no script is given", async () => {
    await using server = await scriptedServer();
    await expect(ask(server).then(textOf)).resolves.toBe("ok");
  });
});

describe("a script", () => {
  const texts = async (server: { url: string }, count: number) => {
    const said: string[] = [];
    for (let made = 0; made < count; made += 1) said.push(await ask(server).then(textOf));
    return said;
  };

  test("of a list is played in order, and its last step repeats", async () => {
    await using server = await scriptedServer({ answer: ["one", "two"] });
    await expect(texts(server, 4)).resolves.toEqual(["one", "two", "two", "two"]);
  });

  test("of a list is followed by what `afterwards` says", async () => {
    await using server = await scriptedServer({ answer: ["one"], afterwards: "rest" });
    await expect(texts(server, 3)).resolves.toEqual(["one", "rest", "rest"]);
  });

  test("of an empty list is refused, unless something follows it", async () => {
    await expect(scriptedServer({ answer: [] })).rejects.toThrow(/script is empty/);
    await using server = await scriptedServer({ answer: [], afterwards: "rest" });
    await expect(texts(server, 1)).resolves.toEqual(["rest"]);
  });

  test("of a function is given the request and the call's index", async () => {
    await using server = await scriptedServer({
      answer: async ({ messages }, index) => `${index} ${messages[0]?.content}`,
    });
    await expect(texts(server, 2)).resolves.toEqual(["0 Hello", "1 Hello"]);
  });

  test("that throws answers 500 with the reason", async () => {
    await using server = await scriptedServer({
      answer: () => {
        throw new Error("no such case");
      },
    });
    const response = await ask(server);
    expect(response.status).toBe(500);
    await expect(response.text()).resolves.toContain("the script failed: no such case");
  });
});

describe("a fault", () => {
  const seen = async (step: ServerStep) => {
    await using server = await scriptedServer({ answer: step });
    const response = await ask(server);
    const { status, headers } = response;
    return {
      status,
      type: headers.get("content-type"),
      retryAfter: headers.get("retry-after"),
      text: await response.text(),
    };
  };

  test("of a status has its message and its Retry-After", async () => {
    await expect(seen({ fault: "status", status: 429, retryAfter: 7, message: "slow down" })).resolves.toEqual({
      status: 429,
      type: "application/json",
      retryAfter: "7",
      text: '{"error":{"message":"slow down","code":429}}',
    });
    await expect(seen({ fault: "status", status: 500 })).resolves.toMatchObject({ retryAfter: null });
  });

  test("of a Retry-After as a date sends it as it is", async () => {
    const retryAfter = "Sun, 01 Mar 2026 12:00:20 GMT";
    await expect(seen({ fault: "status", status: 503, retryAfter })).resolves.toMatchObject({ retryAfter });
  });

  test("of truncated JSON is a whole body with half a value", async () => {
    const { status, text } = await seen({ fault: "truncated" });
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(10);
    expect(() => JSON.parse(text)).toThrow();
  });

  test("of an empty body, a wrong type, no completion", async () => {
    await expect(seen({ fault: "empty" })).resolves.toMatchObject({ status: 200, text: "" });
    await expect(seen({ fault: "wrong-type" })).resolves.toMatchObject({ status: 200, type: "text/html" });
    await expect(seen({ fault: "invalid" })).resolves.toMatchObject({ text: '{"object":"list","data":[]}' });
    await expect(seen({ fault: "invalid", body: [1] })).resolves.toMatchObject({ text: "[1]" });
  });

  test("of a reset breaks the connection, before the headers or after them", async () => {
    await expect(seen({ fault: "reset" })).rejects.toThrow("fetch failed");
    await using server = await scriptedServer({ answer: { fault: "reset", after: "headers" } });
    const response = await ask(server);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test("of a half-open connection sends headers and then nothing", async () => {
    await using server = await scriptedServer({ answer: { fault: "half-open" } });
    const controller = new AbortController();
    const response = await ask(server, question, controller.signal);
    expect(response.status).toBe(200);
    const reading = response.text();
    controller.abort("enough");
    await expect(reading).rejects.toBe("enough");
  });

  test("of a slow drip sends the whole answer, byte by byte", async () => {
    await using server = await scriptedServer({ answer: { fault: "slow-drip", everyMs: 0, answer: "drip" } });
    const response = await ask(server);
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    expect(chunks.length).toBeGreaterThan(1);
    expect(JSON.parse(chunks.join("")).choices[0].message.content).toBe("drip");
  });

  test("of hanging is over when the client goes", async () => {
    await using server = await scriptedServer({ answer: { fault: "hang" } });
    const controller = new AbortController();
    const asking = ask(server, question, controller.signal);
    await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
    controller.abort("enough");
    await expect(asking).rejects.toBe("enough");
  });
});

describe("delays", () => {
  const timeOf = async (server: { url: string }) => {
    const start = performance.now();
    await ask(server).then((response) => response.text());
    return performance.now() - start;
  };

  test("hold for every answer, unless a step has its own", async () => {
    await using server = await scriptedServer({ answer: ["slow", { text: "slower", delayMs: 80 }], delayMs: 30 });
    expect(await timeOf(server)).toBeGreaterThanOrEqual(29);
    expect(await timeOf(server)).toBeGreaterThanOrEqual(79);
  });

  test("hold for faults too", async () => {
    await using server = await scriptedServer({ answer: { fault: "empty", delayMs: 30 } });
    expect(await timeOf(server)).toBeGreaterThanOrEqual(29);
  });
});

describe("what it keeps", () => {
  test("is the requests, the calls, the connections and how many were there at once", async () => {
    const { promise: third, resolve } = Promise.withResolvers<string>();
    const answer = (_request: unknown, index: number) => {
      if (index === 2) resolve("all three are here");
      return third;
    };
    await using server = await scriptedServer({ answer });
    await Promise.all([ask(server), ask(server), ask(server)].map(async (asking) => (await asking).text()));
    await ask(server).then((response) => response.text());
    expect(server.requests).toEqual([question, question, question, question]);
    expect([server.calls, server.mostAtOnce]).toEqual([4, 3]);
    expect(server.connections).toBeGreaterThanOrEqual(3);
  });

  test("is not a request when told so", async () => {
    await using server = await scriptedServer({ keepRequests: false });
    await ask(server).then((response) => response.text());
    expect([server.requests, server.calls]).toEqual([[], 1]);
  });
});

describe("closing", () => {
  test("cuts what is under way at once", async () => {
    const server = await scriptedServer({ answer: { fault: "hang" } });
    const asking = ask(server).catch((error: Error) => error.message);
    await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
    await server.close();
    await expect(asking).resolves.toBe("fetch failed");
    await expect(ask(server)).rejects.toThrow("fetch failed");
  });

  test("twice is closing once", async () => {
    const server = await scriptedServer();
    await server.close();
    await expect(server.close()).resolves.toBeUndefined();
  });

  test("frees the port for one that takes its place", async () => {
    const first = await scriptedServer({ answer: "first" });
    await first.close();
    await using second = await scriptedServer({ answer: "second", port: Number(new URL(first.url).port) });
    expect(second.url).toBe(first.url);
    await expect(ask(second).then(textOf)).resolves.toBe("second");
  });

  test("a port that is taken is an error", async () => {
    await using server = await scriptedServer();
    await expect(scriptedServer({ port: Number(new URL(server.url).port) })).rejects.toThrow(/EADDRINUSE/);
  });
});

test("it listens on loopback only", async () => {
  await using server = await scriptedServer();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
});

test.each([
  ["GET", "/v1/models"],
  ["GET", "/v1/chat/completions"],
  ["POST", "/v1/embeddings"],
])("%s %s is not scripted, does not count, and is answered so", async (method, path) => {
  await using server = await scriptedServer();
  const response = await fetch(new URL(path, server.url), { method });
  expect(response.status).toBe(404);
  await expect(response.text()).resolves.toContain("is not scripted");
  expect(server.calls).toBe(0);
});

test("a body that is not JSON is answered as a failure, not a crash", async () => {
  await using server = await scriptedServer();
  const response = await fetch(`${server.url}/chat/completions`, { method: "POST", body: "{" });
  expect(response.status).toBe(500);
  await expect(ask(server).then(textOf)).resolves.toBe("ok");
});

test("a client that says half a sentence and goes does no harm", async () => {
  await using server = await scriptedServer();
  const { port } = new URL(server.url);
  const socket = connect(Number(port), "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write("POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{");
  await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
  socket.destroy();
  await expect(ask(server).then(textOf)).resolves.toBe("ok");
});

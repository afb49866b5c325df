import { describe, expect, test, vi } from "vitest";
import { InputError } from "../base/index.ts";
import { instantTiming, scriptedModel, scriptedServer } from "../testing/index.ts";
import { modelLimits } from "./model-limits.ts";
import { openModel } from "./open-model.ts";
import type { post } from "./post.ts";
import type { ModelSpec } from "./types.ts";

type Post = typeof post;

const hello = { messages: [{ role: "user" as const, content: "Hello" }] };
const usage = { inputTokens: 1_000_000, outputTokens: 0 };

describe("a model can be chosen", () => {
  test("by its name", async () => {
    await using server = await scriptedServer({ answer: "Hi" });
    const model = openModel("openai:gpt-5-mini", { environment: { OPENAI_BASE_URL: server.url } });
    expect(model.id).toBe("openai:gpt-5-mini");
    await expect(model.call(hello)).resolves.toMatchObject({ text: "Hi" });
    expect(server.requests[0]?.model).toBe("gpt-5-mini");
  });

  test("with settings, which every call has unless it sets its own", async () => {
    await using server = await scriptedServer();
    const spec = { model: "compatible:m", baseURL: server.url, temperature: 0.5, maxTokens: 10, seed: 1, topP: 0.9 };
    const model = openModel({ ...spec, stop: ["END"] }, { environment: {} });
    await model.call(hello);
    await model.call({ ...hello, temperature: 0 });
    const settings = { temperature: 0.5, max_tokens: 10, seed: 1, top_p: 0.9, stop: ["END"] };
    expect(server.requests).toMatchObject([settings, { ...settings, temperature: 0 }]);
    expect(server.requests[0]).not.toHaveProperty("baseURL");
  });

  test("ready made: it is given back as it is", () => {
    const model = scriptedModel("Hi");
    expect(openModel(model)).toBe(model);
  });

  test("from the AI SDK: it is retried, limited and priced like others", async () => {
    let calls = 0;
    const sdkModel = {
      specificationVersion: "v3",
      provider: "openai.chat",
      modelId: "gpt-5-mini",
      async doGenerate() {
        calls += 1;
        if (calls === 1) throw Object.assign(new Error("busy"), { name: "AI_APICallError", statusCode: 429 });
        return { content: [{ type: "text", text: "Hi" }], finishReason: "stop", usage, warnings: [] };
      },
    };
    const limits = modelLimits({ maximum: 8 });
    const model = openModel(sdkModel, { limits, timing: instantTiming() });
    await expect(model.call(hello)).resolves.toMatchObject({ text: "Hi", cost: 0.25 });
    expect(calls).toBe(2);
    expect(limits.of("openai.chat:gpt-5-mini").allowed).toBe(4);
  });

  test.each([[{}], [{ name: "x" }], [42], [null], [undefined], [{ model: 7 }]])("not as %j", (choice) => {
    const open = () => openModel(choice as unknown as string);
    expect(open).toThrow(InputError);
    expect(open).toThrow(/provider:model/);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("not with a timeout of %d", (timeoutMs) => {
    expect(() => openModel({ model: "ollama:m", timeoutMs })).toThrow(/timeoutMs.*"ollama:m"/);
  });
});

describe("its key", () => {
  test("that is missing is an error when it is opened, with what to do", () => {
    const open = () => openModel("openrouter:google/gemini-2.5-flash", { environment: {} });
    expect(open).toThrow(InputError);
    expect(open).toThrow(/OPENROUTER_API_KEY is not set/);
    expect(open).toThrow(/\.env/);
  });

  test("comes from the environment that was given and stays out of errors", async () => {
    const environment = { MODELS_ACCESS: "canary-abc-0123456789", OTHER_TOKEN: "canary-xyz-9876543210" };
    const post = vi.fn<Post>(async (_url, { headers }) => {
      const message = `${headers.authorization} ${environment.OTHER_TOKEN}`;
      return { status: 401, headers: {}, body: JSON.stringify({ error: { message } }) };
    });
    const spec = { model: "compatible:m", baseURL: "http://models.test/v1", keyVariable: "MODELS_ACCESS" };
    const error = await openModel(spec, { environment, post })
      .call(hello)
      .catch((thrown: Error) => thrown);
    expect(post.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: `Bearer ${environment.MODELS_ACCESS}` });
    expect(String(error)).toMatch(/answered 401: .*\[redacted\]/);
    expect(String(error)).not.toContain("canary");
  });
});

describe("its cost", () => {
  const spec = (server: { url: string }, model = "openai:gpt-5-mini"): ModelSpec => ({ model, baseURL: server.url });
  const environment = { OPENAI_API_KEY: "key-0123456789", OPENROUTER_API_KEY: "key-0123456789" };
  /** Answers in the place of whatever server is asked. */
  const saying = (cost?: number): Post => {
    const tokens = { prompt_tokens: usage.inputTokens, completion_tokens: 0, cost };
    const text = JSON.stringify({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }], usage: tokens });
    return async () => ({ status: 200, headers: {}, body: text });
  };

  test("comes from the list at the vendor's own address", async () => {
    const model = openModel("openai:gpt-5-mini", { environment, post: saying() });
    await expect(model.call(hello)).resolves.toHaveProperty("cost", 0.25);
  });

  test.each<[string, ModelSpec, Record<string, string>]>([
    ["OPENAI_BASE_URL", { model: "openai:gpt-5-mini" }, { OPENAI_BASE_URL: "https://gateway.test/v1" }],
    ["a baseURL", { model: "openai:gpt-5-mini", baseURL: "http://127.0.0.1:8080/v1" }, {}],
    ["a host that begins alike", { model: "openai:gpt-5-mini", baseURL: "https://api.openai.com.test/v1" }, {}],
    ["a gateway to OpenRouter", { model: "openrouter:openai/gpt-5-mini", baseURL: "https://gateway.test/v1" }, {}],
    ["another machine's Ollama", { model: "ollama:m", baseURL: "http://10.0.0.7:11434/v1" }, {}],
    ["another machine's llama.cpp", { model: "llamacpp:m" }, { LLAMACPP_BASE_URL: "https://gpu.test/v1" }],
  ])("is unknown where %s leads elsewhere, whatever the server says", async (_what, chosen, more) => {
    const model = openModel(chosen, { environment: { ...environment, ...more }, post: saying(0.5) });
    await expect(model.call(hello)).resolves.not.toHaveProperty("cost");
    const prices = { [chosen.model]: { input: 3, output: 3 } };
    const priced = openModel(chosen, { environment: { ...environment, ...more }, post: saying(0.5), prices });
    await expect(priced.call(hello)).resolves.toHaveProperty("cost", 3);
  });

  test.each([
    [{ baseURL: "http://localhost:1234/v1" }, undefined],
    [{ url: ({ path }: { path: string }) => `https://gateway.test/v1${path}` }, undefined],
    [{ baseURL: "https://api.openai.com/v1" }, 0.25],
    [{ url: ({ path }: { path: string }) => `https://api.openai.com/v1${path}` }, 0.25],
    [{ url: () => JSON.parse("{") }, 0.25],
  ])("of an AI SDK model depends on where its provider sends it: %o", async (config, cost) => {
    const doGenerate = async () => ({ content: [{ type: "text", text: "Hi" }], finishReason: "stop", usage });
    const model = openModel({
      ...{ specificationVersion: "v3", provider: "openai.chat", modelId: "gpt-5-mini" },
      ...{ config, doGenerate },
    });
    expect((await model.call(hello)).cost).toBe(cost);
  });

  test("of a ready model is what it says, unless it has a price of one's own", async () => {
    const ready = scriptedModel({ text: "Hi", usage, cost: 7 });
    expect((await openModel(ready).call(hello)).cost).toBe(7);
    const prices = { [ready.id]: { input: 3, output: 3 } };
    expect((await openModel(ready, { prices }).call(hello)).cost).toBe(3);
  });

  test("comes from prices of one's own before that", async () => {
    await using server = await scriptedServer({ answer: { text: "Hi", usage } });
    const prices = { "openai:gpt-5-mini": { input: 3, output: 3 } };
    await expect(openModel(spec(server), { environment: {}, prices }).call(hello)).resolves.toHaveProperty("cost", 3);
  });

  test("comes from the provider before the list, and after a price of one's own", async () => {
    const name = "openrouter:openai/gpt-5-mini";
    const post = saying(0.0042);
    expect((await openModel(name, { environment, post }).call(hello)).cost).toBe(0.0042);
    const prices = { [name]: { input: 3, output: 3 } };
    expect((await openModel(name, { environment, post, prices }).call(hello)).cost).toBe(3);
  });

  test("is nothing for a local model", async () => {
    await using server = await scriptedServer({ answer: { text: "Hi", usage } });
    await expect(openModel(spec(server, "ollama:m"), { environment: {} }).call(hello)).resolves.toHaveProperty(
      "cost",
      0,
    );
  });

  test("is unknown without usage, and without a price", async () => {
    await using server = await scriptedServer({ answer: [{ text: "Hi" }, { text: "Hi", usage }] });
    await expect(openModel(spec(server), { environment: {} }).call(hello)).resolves.not.toHaveProperty("cost");
    const unlisted = openModel(spec(server, "compatible:m"), { environment: {} });
    await expect(unlisted.call(hello)).resolves.not.toHaveProperty("cost");
  });
});

describe("its limits", () => {
  /** A server that answers nobody before the test says so. */
  const gatedServer = async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<string>();
    return { server: await scriptedServer({ answer: () => opened }), open: () => open("Hi") };
  };

  test("hold over all models of the same name", async () => {
    const { server, open } = await gatedServer();
    const options = { environment: { OLLAMA_BASE_URL: server.url }, limits: modelLimits({ maximum: 3 }) };
    const models = [openModel("ollama:m", options), openModel("ollama:m", options)];
    const calls = Array.from({ length: 5 }, () => models.map((model) => model.call(hello)));
    await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
    open();
    await Promise.all(calls.flat());
    expect(server.calls).toBe(10);
    expect(server.mostAtOnce).toBeLessThanOrEqual(3);
    await server.close();
  });

  test("are 20 calls at once to a vendor where nobody says", async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    let running = 0;
    const post: Post = async () => {
      running += 1;
      await opened;
      return { status: 200, headers: {}, body: '{"choices":[{"message":{"content":"Hi"}}]}' };
    };
    const model = openModel("openai:gpt-5", { environment: { OPENAI_API_KEY: "key-0123456789" }, post });
    const calls = Array.from({ length: 30 }, () => model.call(hello));
    await new Promise((resolve) => setImmediate(resolve));
    expect(running).toBe(20);
    open();
    await Promise.all(calls);
    expect(running).toBe(30);
  });

  test.each(["ollama:m", "openai:gpt-5", "compatible:m"])(
    "begin with one call at once for %s elsewhere",
    async (name) => {
      const { server, open } = await gatedServer();
      const model = openModel({ model: name, baseURL: server.url }, { environment: {} });
      const calls = Array.from({ length: 30 }, () => model.call(hello));
      await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
      expect(server.mostAtOnce).toBe(1);
      open();
      await Promise.all(calls);
      expect(server.calls).toBe(30);
      await server.close();
    },
  );

  test("of the model's own are never passed, and the lower of two counts", async () => {
    await using server = await scriptedServer({ delayMs: 2 });
    const limits = modelLimits({ maximum: 20 });
    const [four, two] = [4, 2].map((concurrency) =>
      openModel({ model: "compatible:m", baseURL: server.url, concurrency }, { limits, environment: {} }),
    );
    await Promise.all(Array.from({ length: 30 }, () => [four?.call(hello), two?.call(hello)]).flat());
    expect(server.mostAtOnce).toBeLessThanOrEqual(2);
  });

  test.each([0, -1, 1.5, Number.NaN, 20_000])("cannot be %d calls at once", (concurrency) => {
    expect(() => openModel({ model: "ollama:m", concurrency })).toThrow(/concurrency of the model "ollama:m"/);
  });

  test("do not count what a call waits for them as time of its own", async () => {
    vi.useFakeTimers();
    const post: Post = async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return { status: 200, headers: {}, body: '{"choices":[{"message":{"content":"Hi"}}]}' };
    };
    const spec = { model: "compatible:m", baseURL: "http://models.test", concurrency: 1, timeoutMs: 1_000, retries: 0 };
    const model = openModel(spec, { environment: {}, post });
    const sent: number[] = [];
    const answers = Promise.all(
      [1, 2, 3].map((n) => model.call(hello, { onStage: (stage) => stage === "sent" && sent.push(n) })),
    );
    await vi.advanceTimersByTimeAsync(900);
    expect(sent).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1_800);
    vi.useRealTimers();
    await expect(answers).resolves.toHaveLength(3);
  });

  test("are its own: another model is not held up", async () => {
    await using server = await scriptedServer({ answer: ({ model }) => (model === "slow" ? { fault: "hang" } : "Hi") });
    const environment = { OLLAMA_BASE_URL: server.url };
    const limits = modelLimits({ maximum: 1 });
    const controller = new AbortController();
    const slow = openModel("ollama:slow", { environment, limits }).call(hello, { signal: controller.signal });
    await expect(openModel("ollama:fast", { environment, limits }).call(hello)).resolves.toMatchObject({ text: "Hi" });
    controller.abort();
    await expect(slow).rejects.toMatchObject({ failure: "cancelled" });
  });

  test("are not held by a call that waits to be tried again", async () => {
    const order: string[] = [];
    let wake = () => {};
    const sleep = () => new Promise<void>((resolve) => (wake = resolve));
    await using server = await scriptedServer({
      answer: ({ messages }, index) => {
        order.push(messages[0]?.content ?? "");
        return index === 0 ? { fault: "status", status: 503 } : "Hi";
      },
    });
    const model = openModel(
      { model: "ollama:m", baseURL: server.url },
      { limits: modelLimits({ maximum: 1 }), timing: { ...instantTiming(), sleep } },
    );
    const ask = (content: string) => model.call({ messages: [{ role: "user", content }] });
    const first = ask("first");
    await ask("second");
    wake();
    await first;
    expect(order).toEqual(["first", "second", "first"]);
  });

  test("cancelling ends a call that waits for its turn, before it is sent", async () => {
    await using server = await scriptedServer({ answer: { fault: "hang" } });
    const limits = modelLimits({ maximum: 1 });
    const model = openModel({ model: "ollama:m", baseURL: server.url }, { limits });
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = model.call(hello, { signal: running.signal });
    const second = model.call(hello, { signal: waiting.signal });
    await vi.waitFor(() => expect(server.calls).toBe(1), 10_000);
    waiting.abort();
    await expect(second).rejects.toMatchObject({ failure: "cancelled" });
    running.abort();
    await expect(first).rejects.toMatchObject({ failure: "cancelled" });
    expect(server.calls).toBe(1);
  });
});

test("many calls under one signal leave nothing on it and raise no warning", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  await using server = await scriptedServer();
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, "addEventListener");
  const removed = vi.spyOn(signal, "removeEventListener");
  const model = openModel({ model: "ollama:m", baseURL: server.url });
  await Promise.all(Array.from({ length: 100 }, () => model.call(hello, { signal })));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(removed.mock.calls.length).toBe(added.mock.calls.length);
  expect(warnings).toEqual([]);
});

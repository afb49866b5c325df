import { describe, expect, test, vi } from "vitest";
import { InputError } from "../base/index.ts";
import { instantTiming, scriptedModel, scriptedServer } from "../testing/index.ts";
import { modelLimits } from "./limiter.ts";
import { openModel } from "./open-model.ts";
import type { Post } from "./post.ts";
import type { ModelSpec } from "./types.ts";

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
      return { status: 401, header: () => undefined, text: JSON.stringify({ error: { message } }) };
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

  test("comes from the list", async () => {
    await using server = await scriptedServer({ answer: { text: "Hi", usage } });
    await expect(openModel(spec(server), { environment: {} }).call(hello)).resolves.toHaveProperty("cost", 0.25);
  });

  test("comes from prices of one's own before that", async () => {
    await using server = await scriptedServer({ answer: { text: "Hi", usage } });
    const prices = { "openai:gpt-5-mini": { input: 3, output: 3 } };
    await expect(openModel(spec(server), { environment: {}, prices }).call(hello)).resolves.toHaveProperty("cost", 3);
  });

  test("comes from the provider before either", async () => {
    await using server = await scriptedServer({ answer: { text: "Hi", usage, cost: 0.0042 } });
    const name = "openrouter:openai/gpt-5-mini";
    const model = openModel(spec(server, name), { environment: {}, prices: { [name]: { input: 3, output: 3 } } });
    await expect(model.call(hello)).resolves.toHaveProperty("cost", 0.0042);
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
    await vi.waitFor(() => expect(server.calls).toBe(3), 10_000);
    open();
    await Promise.all(calls.flat());
    expect([server.calls, server.mostAtOnce]).toEqual([10, 3]);
    await server.close();
  });

  test("are 20 calls at once where nobody says", async () => {
    const { server, open } = await gatedServer();
    const model = openModel("ollama:m", { environment: { OLLAMA_BASE_URL: server.url } });
    const calls = Array.from({ length: 30 }, () => model.call(hello));
    await vi.waitFor(() => expect(server.calls).toBe(20), 10_000);
    open();
    await Promise.all(calls);
    expect([server.calls, server.mostAtOnce]).toEqual([30, 20]);
    await server.close();
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

test("retries are as many as was said", async () => {
  await using server = await scriptedServer({ answer: { fault: "status", status: 500 } });
  const options = { retry: { attempts: 2 }, timing: instantTiming() };
  const model = openModel({ model: "ollama:m", baseURL: server.url }, options);
  await expect(model.call(hello)).rejects.toThrow("after 2 attempts");
  expect(server.calls).toBe(2);
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

import { describe, expect, test, vi } from "vitest";
import { InfrastructureError, InputError } from "../base/index.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { aiSdkModel, isAiSdkModel } from "./ai-sdk-model.ts";
import type { AiSdkModel, ChatMessage, ModelRequest } from "./types.ts";

const hello: ModelRequest = { messages: [{ role: "user", content: "Hello" }] };
const result = {
  content: [{ type: "text", text: "Hi" }],
  finishReason: { unified: "stop", raw: "end_turn" },
  usage: { inputTokens: { total: 9, cacheRead: 2 }, outputTokens: { total: 4, reasoning: 1 } },
  warnings: [],
};

/** What the SDK would ask. */
interface AiSdkCall {
  prompt: { content: unknown }[];
  responseFormat?: { name: string };
  abortSignal: AbortSignal;
}

/** A model made by hand, as a provider package would. */
function handmade(doGenerate: (call: AiSdkCall) => unknown, specificationVersion = "v4") {
  const calls: AiSdkCall[] = [];
  const model = {
    specificationVersion,
    provider: "acme.chat",
    modelId: "acme-1",
    supportedUrls: {},
    async doGenerate(call: AiSdkCall): Promise<unknown> {
      // A provider's models are classes: they need their `this`.
      if (this !== model) throw new TypeError("called without its model");
      calls.push(call);
      return doGenerate(call);
    },
    async doStream() {
      throw new Error("not used");
    },
  };
  return { model, calls };
}
const answering = (changes: object = {}, version = "v4") => handmade(() => ({ ...result, ...changes }), version);

describe("a model of the AI SDK", () => {
  test("is known by its specification and its doGenerate", () => {
    expect(isAiSdkModel(answering().model)).toBe(true);
    for (const other of ["openai:gpt-5", { model: "openai:gpt-5" }, { id: "x", call() {} }, null, undefined, {}]) {
      expect(isAiSdkModel(other)).toBe(false);
    }
  });

  test.each(["v2", "v3", "v4"])("of specification %s is taken", (version) => {
    expect(aiSdkModel(answering({}, version).model).id).toBe("acme.chat:acme-1");
  });

  test.each(["v1", "v5"])("of specification %s is refused, and the error says which fit", (version) => {
    const open = () => aiSdkModel(answering({}, version).model);
    expect(open).toThrow(InputError);
    expect(open).toThrow(/v2, v3, v4/);
  });

  test("fits the type whatever its own call options are", () => {
    class Strict {
      readonly specificationVersion = "v3";
      readonly provider = "strict";
      readonly modelId = "m";
      async doGenerate(options: { prompt: string[]; mustHave: number }) {
        return { content: options.prompt };
      }
    }
    const model: AiSdkModel = new Strict();
    expect(isAiSdkModel(model)).toBe(true);
  });
});

describe("what it is asked", () => {
  test("is the conversation in its own words", async () => {
    const messages: ChatMessage[] = [
      { role: "system", content: "Be brief" },
      { role: "user", content: "Look" },
      {
        role: "assistant",
        content: "Looking",
        toolCalls: [
          { id: "a", name: "read", arguments: { path: "x" } },
          { id: "b", name: "list", arguments: "{broken" },
        ],
      },
      { role: "tool", toolCallId: "a", content: "text of x" },
      { role: "tool", toolCallId: "b", content: "nothing", isError: true },
      { role: "assistant", content: "" },
    ];
    const { model, calls } = answering();
    await aiSdkModel(model).call({ messages });
    const failed = { type: "error-text", value: "nothing" };
    expect(calls[0]?.prompt).toEqual([
      { role: "system", content: "Be brief" },
      { role: "user", content: [{ type: "text", text: "Look" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Looking" },
          { type: "tool-call", toolCallId: "a", toolName: "read", input: { path: "x" } },
          { type: "tool-call", toolCallId: "b", toolName: "list", input: "{broken" },
        ],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "read", output: { type: "text", value: "text of x" } },
          { type: "tool-result", toolCallId: "b", toolName: "list", output: failed },
        ],
      },
      { role: "assistant", content: [] },
    ]);
  });

  test("carries settings, tools and the schema", async () => {
    const { model, calls } = answering();
    const schema = { type: "object" };
    const parameters = { type: "object", properties: {} };
    await aiSdkModel(model).call({
      ...hello,
      temperature: 0,
      seed: 3,
      maxTokens: 50,
      topP: 0.5,
      stop: ["END"],
      tools: [{ name: "read", description: "Reads", parameters }],
      toolChoice: "required",
      output: { name: "verdict", schema },
    });
    expect(calls[0]).toMatchObject({
      temperature: 0,
      seed: 3,
      maxOutputTokens: 50,
      topP: 0.5,
      stopSequences: ["END"],
      tools: [{ type: "function", name: "read", description: "Reads", inputSchema: parameters }],
      toolChoice: { type: "required" },
      responseFormat: { type: "json", name: "verdict", schema },
    });
  });

  test("leaves out what was not asked", async () => {
    const { model, calls } = answering();
    await aiSdkModel(model).call({ ...hello, tools: [] });
    for (const field of ["tools", "toolChoice", "responseFormat"]) expect(calls[0]).not.toHaveProperty(field);
  });
});

describe("what it answers", () => {
  const read = async (changes: object, request: Partial<ModelRequest> = {}) =>
    aiSdkModel(answering(changes).model).call({ ...hello, ...request });

  test("is text, usage and the model that served it", async () => {
    await expect(read({ response: { modelId: "acme-1-2026" } })).resolves.toEqual({
      text: "Hi",
      toolCalls: [],
      finish: "stop",
      usage: { inputTokens: 9, outputTokens: 4, cachedTokens: 2, reasoningTokens: 1 },
      servedModel: "acme-1-2026",
    });
  });

  test("in specification 2 has plain numbers and a plain reason", async () => {
    const usage = { inputTokens: 9, outputTokens: 4, totalTokens: 13, cachedInputTokens: 2, reasoningTokens: 1 };
    await expect(read({ finishReason: "length", usage })).resolves.toMatchObject({
      finish: "length",
      usage: { inputTokens: 9, outputTokens: 4, cachedTokens: 2, reasoningTokens: 1 },
    });
  });

  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content-filter", "content-filter"],
    ["tool-calls", "tool-calls"],
    ["unknown", "other"],
  ])("that ended with %s ended with %s", async (unified, finish) => {
    await expect(read({ finishReason: { unified, raw: undefined } })).resolves.toHaveProperty("finish", finish);
  });

  test.each(["error", { unified: "error", raw: undefined }])("that ended with %o is none", async (finishReason) => {
    await expect(read({ finishReason })).rejects.toThrow("ended in an error");
  });

  test("without numbers has no usage", async () => {
    const usage = { inputTokens: { total: undefined }, outputTokens: { total: undefined } };
    await expect(read({ usage })).resolves.not.toHaveProperty("usage");
  });

  test("joins its texts, and leaves out reasoning and sources", async () => {
    const content = [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "One. " },
      { type: "source", url: "http://x.test" },
      { type: "text", text: "Two." },
    ];
    await expect(read({ content })).resolves.toHaveProperty("text", "One. Two.");
  });

  test("has its calls with arguments as an object, or as text if they are not one", async () => {
    const content = [
      { type: "tool-call", toolCallId: "a", toolName: "read", input: '{"path":"x"}' },
      { type: "tool-call", toolCallId: "", toolName: "list", input: "{broken" },
    ];
    await expect(read({ content })).resolves.toHaveProperty("toolCalls", [
      { id: "a", name: "read", arguments: { path: "x" } },
      { id: "call-2", name: "list", arguments: "{broken" },
    ]);
  });

  test("names a call that the provider ran itself in a warning: it is not for the agent to run", async () => {
    const content = [
      { type: "tool-call", toolCallId: "a", toolName: "web_search", input: "{}", providerExecuted: true },
    ];
    const answer = await read({ content });
    expect(answer.toolCalls).toEqual([]);
    expect(answer.warnings).toEqual(["the provider ran web_search by itself"]);
  });

  test("keeps the provider's warnings of every version", async () => {
    const warnings = [
      { type: "unsupported", feature: "seed", details: "the model has none" },
      { type: "unsupported-setting", setting: "temperature" },
      { type: "unsupported-tool", tool: { name: "read" } },
      { type: "compatibility", feature: "responseFormat" },
      { type: "other", message: "slow today" },
      { type: "other" },
    ];
    await expect(read({ warnings })).resolves.toHaveProperty("warnings", [
      "unsupported seed: the model has none",
      "unsupported-setting temperature",
      "unsupported-tool read",
      "compatibility responseFormat",
      "slow today",
      "other",
    ]);
  });

  test("warns that log-probabilities cannot be had", async () => {
    await expect(read({}, { topLogprobs: 5 })).resolves.toHaveProperty("warnings", [
      "log-probabilities cannot be asked for through the AI SDK",
    ]);
  });

  test("without content is a bad answer", async () => {
    await expect(read({ content: undefined })).rejects.toMatchObject({ failure: "bad-answer" });
  });
});

describe("when it fails", () => {
  const failing = (error: unknown, options = {}) =>
    aiSdkModel(
      handmade(() => {
        throw error;
      }).model,
      options,
    ).call(hello);
  const sdkError = (name: string, facts: object = {}) => Object.assign(new Error("it said no"), { name, ...facts });

  test("with a status, that and Retry-After are kept", async () => {
    const facts = { statusCode: 429, responseHeaders: { "retry-after": "3" } };
    await expect(failing(sdkError("AI_APICallError", facts))).rejects.toMatchObject({
      failure: "status",
      status: 429,
      retryAfterMs: 3000,
      message: "acme.chat:acme-1 answered 429: it said no",
    });
  });

  test("with a Retry-After that is a date, the clock says how long that is", async () => {
    const clock = manualClock(Date.parse("2026-03-01T12:00:00Z"));
    const facts = { statusCode: 503, responseHeaders: { "retry-after": "Sun, 01 Mar 2026 12:00:05 GMT" } };
    const call = failing(sdkError("AI_APICallError", facts), { clock });
    await expect(call).rejects.toMatchObject({ retryAfterMs: 5000 });
  });

  test("without one, the network did", async () => {
    await expect(failing(sdkError("AI_APICallError"))).rejects.toMatchObject({ failure: "network" });
  });

  test.each([
    "AI_JSONParseError",
    "AI_TypeValidationError",
    "AI_EmptyResponseBodyError",
    "AI_InvalidResponseDataError",
    "AI_NoContentGeneratedError",
  ])("with %s, the answer was bad", async (name) => {
    await expect(failing(sdkError(name))).rejects.toMatchObject({ failure: "bad-answer" });
  });

  test("with anything else, it is infrastructure and not for trying again", async () => {
    const call = failing(sdkError("AI_LoadAPIKeyError"));
    await expect(call).rejects.toBeInstanceOf(InfrastructureError);
    await expect(call).rejects.not.toHaveProperty("failure");
    await expect(call).rejects.toThrow(/AI_LoadAPIKeyError: it said no/);
  });

  test.each([
    sdkError("AI_APICallError", { statusCode: 401, message: "key canary-12345" }),
    sdkError("AI_APICallError", { message: "key canary-12345" }),
    sdkError("AI_JSONParseError", { message: "key canary-12345" }),
    new Error("key canary-12345"),
  ])("secrets stay out of the message: %s", async (error) => {
    const redact = (text: string) => text.replaceAll("canary-12345", "[redacted]");
    const thrown = await failing(error, { redact }).catch((caught: Error) => caught);
    expect(String(thrown)).toContain("key [redacted]");
  });

  test("to end, its time ends it: a model that heeds no signal cannot hang a run", async () => {
    const { model, calls } = handmade(() => new Promise(() => {}));
    await expect(aiSdkModel(model, { timeoutMs: 10 }).call(hello)).rejects.toMatchObject({ failure: "timeout" });
    expect(calls[0]?.abortSignal.aborted).toBe(true);
  });

  test("because it is cancelled, it is cancelled", async () => {
    const controller = new AbortController();
    const { model, calls } = handmade(
      ({ abortSignal }) =>
        new Promise((_, reject) => abortSignal.addEventListener("abort", () => reject(new Error("AbortError")))),
    );
    const call = aiSdkModel(model).call(hello, { signal: controller.signal });
    await vi.waitFor(() => expect(calls).toHaveLength(1), 10_000);
    controller.abort();
    await expect(call).rejects.toMatchObject({ failure: "cancelled" });
  });
});

test("the beginning that other requests share is marked for Anthropic's models", async () => {
  const { model, calls } = answering();
  const anthropic = aiSdkModel(Object.assign(model, { provider: "anthropic.messages" }));
  const output = { name: "own", schema: {} };
  const shared = { characters: 3, output: { name: "any", schema: {} } };
  await anthropic.call({ ...hello, output }, { shared });
  await anthropic.call(hello);
  const other = answering();
  await aiSdkModel(other.model).call(hello, { shared });
  expect([...calls, ...other.calls].map(({ responseFormat }) => responseFormat?.name)).toEqual([
    "any",
    undefined,
    undefined,
  ]);
  const providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
  expect([...calls, ...other.calls].map(({ prompt }) => prompt[0]?.content)).toEqual([
    [
      { type: "text", text: "Hel", providerOptions },
      { type: "text", text: "lo" },
    ],
    [{ type: "text", text: "Hello" }],
    [{ type: "text", text: "Hello" }],
  ]);
});

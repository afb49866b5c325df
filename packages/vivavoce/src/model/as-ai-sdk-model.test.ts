import { expect, it } from "vitest";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { asAiSdkModel } from "./as-ai-sdk-model.ts";
import type { Model, ModelAnswer, ModelRequest } from "./types.ts";

const answer: ModelAnswer = {
  text: "Let me see.",
  toolCalls: [
    { id: "a", name: "find", arguments: { day: "Monday" } },
    { id: "b", name: "odd", arguments: "not JSON" },
  ],
  finish: "tool-calls",
  usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 2, reasoningTokens: 1 },
  servedModel: "m-2026",
};
const request: ModelRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Monday?" },
    { role: "assistant", content: "One moment.", toolCalls: [{ id: "a", name: "find", arguments: { day: "Monday" } }] },
    { role: "tool", toolCallId: "a", content: "10:00" },
    { role: "assistant", content: "At ten." },
    { role: "user", content: "Good." },
  ],
  temperature: 0.5,
  maxTokens: 100,
  seed: 7,
  topP: 0.9,
  stop: ["END"],
  tools: [{ name: "find", description: "Finds a slot", parameters: { type: "object" } }],
  toolChoice: "required",
  output: { name: "slots", schema: { type: "object" } },
};

it("asks and answers the same as the model behind it", async () => {
  const asked: ModelRequest[] = [];
  const call: Model["call"] = async (given) => {
    asked.push(given);
    return answer;
  };
  const model: Model = { id: "m", call };
  expect(await aiSdkModel(asAiSdkModel(model)).call(request)).toEqual(answer);
  expect(asked).toEqual([request]);
});

it("streams the whole answer as the parts of a stream", async () => {
  const model: Model = { id: "m", call: async () => answer };
  const { stream } = await asAiSdkModel(model).doStream({ prompt: [] } as never);
  const parts: Record<string, unknown>[] = await Array.fromAsync(stream);
  expect(parts.map(({ type }) => type)).toEqual([
    "stream-start",
    "response-metadata",
    "text-start",
    "text-delta",
    "text-end",
    "tool-call",
    "tool-call",
    "finish",
  ]);
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "tool-calls" } });
});

it("passes the signal on", async () => {
  const { signal } = new AbortController();
  let passed: AbortSignal | undefined;
  const call: Model["call"] = async (_, options) => {
    passed = options?.signal;
    return answer;
  };
  const model: Model = { id: "m", call };
  await asAiSdkModel(model).doGenerate({ prompt: [], abortSignal: signal } as never);
  expect(passed).toBe(signal);
});

/** What Viva's model is asked for a call of the SDK. */
async function requestFor(sdkCall: object): Promise<ModelRequest | undefined> {
  let asked: ModelRequest | undefined;
  const call: Model["call"] = async (given) => {
    asked = given;
    return answer;
  };
  await asAiSdkModel({ id: "m", call }).doGenerate(sdkCall as never);
  return asked;
}

const user = (part: object) => ({ prompt: [{ role: "user", content: [part] }] });
const toolResult = (output: object) => ({
  prompt: [{ role: "tool", content: [{ type: "tool-result", toolCallId: "a", output }] }],
});

it.each([
  [{ type: "json", value: { a: 1 } }, '{"a":1}'],
  [{ type: "error-text", value: "broken" }, "broken"],
  [{ type: "error-json", value: [1] }, "[1]"],
  [{ type: "execution-denied" }, "Tool execution denied."],
  [{ type: "execution-denied", reason: "not now" }, "not now"],
  [
    {
      type: "content",
      value: [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
    },
    "a\nb",
  ],
])("reads a tool's result: %j", async (output, content) => {
  const messages = [{ role: "tool", toolCallId: "a", content }];
  expect(await requestFor(toolResult(output))).toEqual({ messages });
});

it.each([
  [{ topK: 5 }, "topK"],
  [{ presencePenalty: 1 }, "presencePenalty"],
  [{ frequencyPenalty: 1 }, "frequencyPenalty"],
  [{ providerOptions: { openai: { store: false } } }, "providerOptions"],
  [{ reasoning: "high" }, "reasoning"],
  [{ toolChoice: { type: "tool", toolName: "find" } }, "toolChoice of one tool"],
  [{ responseFormat: { type: "json" } }, "JSON without a schema"],
  [{ responseFormat: { type: "json", schema: {}, description: "slots" } }, "a description of the output"],
  [{ tools: [{ type: "provider", name: "web_search" }] }, "the provider's own tool web_search"],
  [{ tools: [{ type: "function", name: "find", strict: true }] }, "strict of the tool find"],
  [user({ type: "file" }), "file in a message of the user"],
  [user({ type: "text", text: "x", providerOptions: { a: {} } }), "providerOptions in a message of the user"],
  [{ prompt: [{ role: "assistant", content: [{ type: "reasoning" }] }] }, "reasoning in a message of the assistant"],
  [toolResult({ type: "content", value: [{ type: "file" }] }), "file in a tool's result"],
  [toolResult({ type: "odd" }), "a tool's result of a kind that is not known"],
  [{ prompt: [{ role: "narrator", content: [] }] }, "a message of role narrator"],
])("refuses by name what a request cannot hold: %j", async (call, name) => {
  await expect(requestFor(call)).rejects.toThrow(name);
});

it("takes what says nothing for not given", async () => {
  const nothing = {
    prompt: [],
    providerOptions: {},
    reasoning: "provider-default",
    headers: { a: "b" },
    stopSequences: [],
  };
  expect(await requestFor(nothing)).toEqual({ messages: [] });
});

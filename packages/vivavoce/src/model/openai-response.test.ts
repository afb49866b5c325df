import { describe, expect, test } from "vitest";
import { completionAnswer, openrouterCost } from "./openai-response.ts";
import type { ModelRequest } from "./types.ts";

const request: ModelRequest = { messages: [{ role: "user", content: "Hello" }] };
const call = (name: string, written: unknown, id: string | undefined = "a") => ({
  id,
  type: "function",
  function: { name, arguments: written },
});

function read(choice: object, rest: object = {}, asked: Partial<ModelRequest> = {}) {
  return completionAnswer({ choices: [choice], ...rest }, { ...request, ...asked });
}

describe("a completion", () => {
  test("with all that it can hold", () => {
    const body = {
      id: "c-1",
      model: "gpt-5-mini-2025-08-07",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
    };
    expect(completionAnswer(body, request)).toEqual({
      text: "Hi",
      toolCalls: [],
      finish: "stop",
      usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4, reasoningTokens: 3 },
      servedModel: "gpt-5-mini-2025-08-07",
    });
  });

  test("with little gives no more than it holds", () => {
    expect(read({ message: { content: "Hi" }, finish_reason: "stop" })).toEqual({
      text: "Hi",
      toolCalls: [],
      finish: "stop",
    });
  });

  test("with its text in parts", () => {
    const content = [{ type: "text", text: "one " }, { type: "image" }, { type: "text", text: "two" }];
    expect(read({ message: { content } })?.text).toBe("one two");
  });

  test("with what the model thought in a part of its own, which is not its text", () => {
    for (const type of ["reasoning", "thinking"]) {
      const content = [
        { type, text: "perhaps 5" },
        { type: "text", text: "3" },
      ];
      expect(read({ message: { content } })?.text).toBe("3");
    }
  });

  test("without text has an empty one", () => {
    expect(read({ message: { content: null }, finish_reason: "length" })).toMatchObject({ text: "", finish: "length" });
  });

  test("without content, and not cut short, is not an answer; an empty text is the model's own", () => {
    for (const finish_reason of ["stop", null]) {
      expect(read({ message: { content: null }, finish_reason })).toBeUndefined();
      expect(read({ message: {}, finish_reason })).toBeUndefined();
      expect(read({ message: { content: "" }, finish_reason })).toHaveProperty("text", "");
    }
    expect(read({ message: { content: null }, finish_reason: "content_filter" })).toHaveProperty("text", "");
  });

  test.each([
    null,
    [],
    "text",
    {},
    { choices: [] },
    { choices: [{}] },
    { choices: "none" },
    { choices: [{ message: "Hi" }] },
    { object: "list", data: [] },
  ])("%j is not a completion", (body) => expect(completionAnswer(body, request)).toBeUndefined());
});

describe("why it ended", () => {
  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "content-filter"],
    ["model_length", "length"],
    ["max_tokens", "length"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content-filter"],
    ["refusal", "content-filter"],
    ["eos", "other"],
    [null, "other"],
    [undefined, "other"],
  ])("%s is %s", (finish_reason, finish) => {
    expect(read({ message: { content: "x" }, finish_reason })?.finish).toBe(finish);
  });

  test.each(["tool_calls", "function_call", "stop", null])("with calls, %s is tool-calls", (finish_reason) => {
    expect(read({ message: { tool_calls: [call("t", "{}")] }, finish_reason })?.finish).toBe("tool-calls");
  });

  test("by its length it stays, with calls too: the last may be cut off", () => {
    expect(read({ message: { tool_calls: [call("t", '{"a":')] }, finish_reason: "length" })?.finish).toBe("length");
  });

  test("a refusal is its text, and counts as filtered", () => {
    const message = { content: null, refusal: "I can't help with that." };
    expect(read({ message, finish_reason: "stop" })).toMatchObject({
      text: "I can't help with that.",
      finish: "content-filter",
    });
    expect(read({ message: { content: "Fine", refusal: null }, finish_reason: "stop" })?.finish).toBe("stop");
  });
});

describe("tool calls", () => {
  test("have their arguments as an object, or as text if they are not one", () => {
    const tool_calls = [call("read", '{"path":"a.md"}', "x"), call("write", '{"path":', "y"), call("list", "", "z")];
    expect(read({ message: { tool_calls } })?.toolCalls).toEqual([
      { id: "x", name: "read", arguments: { path: "a.md" } },
      { id: "y", name: "write", arguments: '{"path":' },
      { id: "z", name: "list", arguments: {} },
    ]);
  });

  test("without an id get one that is new in the conversation", () => {
    const before = [{ id: "call-1", name: "t", arguments: {} }];
    const messages = [{ role: "assistant" as const, content: "", toolCalls: before }];
    const tool_calls = [call("t", "{}", ""), { function: { name: "t" } }];
    expect(read({ message: { tool_calls } }, {}, { messages })?.toolCalls.map(({ id }) => id)).toEqual([
      "call-2",
      "call-3",
    ]);
  });

  test("that name no function are left out", () => {
    expect(read({ message: { content: "x", tool_calls: [{ id: "a" }, null, "t"] } })?.toolCalls).toEqual([]);
  });
});

describe("log-probabilities", () => {
  const content = [
    { token: "4", logprob: -0.1, bytes: [52], top_logprobs: [{ token: "4", logprob: -0.1, bytes: null }] },
  ];

  test("are kept with their alternatives", () => {
    expect(read({ message: { content: "4" }, logprobs: { content } }, {}, { topLogprobs: 1 })?.logprobs).toEqual([
      { token: "4", logprob: -0.1, top: [{ token: "4", logprob: -0.1 }] },
    ]);
  });

  test("that were asked for and did not come are a warning", () => {
    expect(read({ message: { content: "4" }, logprobs: null }, {}, { topLogprobs: 1 })?.warnings).toEqual([
      "log-probabilities were asked for, but the provider sent none",
    ]);
    expect(read({ message: { content: "4" } })).not.toHaveProperty("warnings");
  });
});

describe("usage", () => {
  test.each([
    {},
    { usage: null },
    { usage: {} },
    { usage: { prompt_tokens: 4 } },
    { usage: { prompt_tokens: 4, completion_tokens: Number.POSITIVE_INFINITY } },
  ])("%j is unknown, not zero", (rest) => {
    expect(read({ message: { content: "x" } }, rest)).not.toHaveProperty("usage");
  });

  test("without details has none", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: null };
    expect(read({ message: { content: "x" } }, { usage })?.usage).toEqual({ inputTokens: 1, outputTokens: 2 });
  });
});

describe("OpenRouter's cost", () => {
  test("is what it says", () => {
    expect(openrouterCost({ usage: { cost: 0.0012, cost_details: { upstream_inference_cost: 0.001 } } })).toBe(0.0012);
  });

  test("with a key of one's own is its fee and the vendor's price", () => {
    const usage = { cost: 0.05, is_byok: true, cost_details: { upstream_inference_cost: 1 } };
    expect(openrouterCost({ usage })).toBeCloseTo(1.05, 10);
  });

  test("is unknown where it says nothing", () => {
    expect(openrouterCost({ usage: { prompt_tokens: 1 } })).toBeUndefined();
    expect(openrouterCost({})).toBeUndefined();
  });
});

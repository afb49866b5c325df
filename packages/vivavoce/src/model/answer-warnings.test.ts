import { describe, expect, test } from "vitest";
import { aiSdkModel } from "./ai-sdk-model.ts";
import { completionAnswer } from "./openai-response.ts";
import type { ModelRequest } from "./types.ts";

const add = { name: "add_note", parameters: { type: "object" } };
const request: ModelRequest = { messages: [{ role: "user", content: "Add it" }], tools: [add] };
const read = (message: object, finish_reason = "stop", asked = request) =>
  completionAnswer({ choices: [{ message, finish_reason }] }, asked);
const throughSdk = (result: object) =>
  aiSdkModel({ specificationVersion: "v4", provider: "acme", modelId: "m", doGenerate: async () => result }).call(
    request,
  );
const call = '{"name": "add_note", "arguments": {"text": "Buy seeds"}}';

describe("an answer that was cut off", () => {
  test("says so, with what to change", () => {
    expect(read({ content: "Once upon a" }, "length")?.warnings).toEqual([
      expect.stringMatching(/cut off at the limit of its length \(finish_reason: length\): raise maxTokens/),
    ]);
  });

  test("says when it was cut off before it said anything, or while it was thinking", () => {
    expect(read({ content: null }, "length")?.warnings?.[0]).toContain("before it said anything");
    expect(read({ content: "", reasoning_content: "Let me" }, "length")?.warnings?.[0]).toContain("still thinking");
  });

  test("says the same through the AI SDK", async () => {
    const result = { content: [{ type: "text", text: "Once" }], finishReason: "length" };
    expect((await throughSdk(result)).warnings?.[0]).toContain("cut off");
  });
});

describe("an answer that is only a thought", () => {
  test.each(["reasoning_content", "reasoning"])("in %s is an empty text, and says why", (field) => {
    for (const content of ["", null, undefined]) {
      const answer = read({ content, [field]: "The user wants a note." });
      expect(answer).toMatchObject({ text: "", toolCalls: [], finish: "stop" });
      expect(answer?.warnings).toEqual([expect.stringContaining("only in reasoning_content")]);
    }
  });

  test("is not told of where there is an answer too", () => {
    expect(read({ content: "Hi", reasoning_content: "Hm." })).not.toHaveProperty("warnings");
    const called = {
      content: null,
      reasoning_content: "Hm.",
      tool_calls: [{ id: "a", function: { name: "add_note" } }],
    };
    expect(read(called)).not.toHaveProperty("warnings");
  });

  test("says the same through the AI SDK", async () => {
    const result = { content: [{ type: "reasoning", text: "Hm." }], finishReason: "stop" };
    expect((await throughSdk(result)).warnings).toEqual([expect.stringContaining("only in reasoning_content")]);
  });
});

describe("a tool call written as text", () => {
  const written: Record<string, string> = {
    "in tags": `<tool_call>\n${call}\n</tool_call>`,
    "in a code fence": `Sure.\n\`\`\`json\n${call}\n\`\`\``,
    bare: call,
    "with parameters": '{"type": "function", "name": "add_note", "parameters": {}}',
    "of Mistral": `[TOOL_CALLS][${call}]`,
    "of Llama": '<function=add_note>{"text": "Buy seeds"}</function>',
    "of Llama 3": `<|python_tag|>${call}`,
    "of DeepSeek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function",
    "of Kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.add_note:0",
    "after a thought": `<think>I should call it.</think>${call}`,
    "of gpt-oss": "<|channel|>commentary to=functions.add_note <|message|>{}",
  };

  test.each(Object.entries(written))("%s is told of and not run", async (_how, content) => {
    const answer = read({ content });
    expect(answer).toMatchObject({ text: content, toolCalls: [], finish: "stop" });
    expect(answer?.warnings).toEqual([expect.stringMatching(/wrote a tool call as text.*--jinja/)]);
    const through = await throughSdk({ content: [{ type: "text", text: content }], finishReason: "stop" });
    expect(through.warnings).toEqual(answer?.warnings);
  });

  test.each([
    ["a call of a tool that was not offered", '{"name": "delete_all", "arguments": {}}'],
    ["JSON of something else", '{"name": "add_note", "size": 3}'],
    ["prose", "I would call add_note with the text."],
    ["a thought about one", `<think>${call}</think>Shall I add it?`],
    ["nothing", ""],
  ])("%s is not a warning", (_what, content) => {
    expect(read({ content })).not.toHaveProperty("warnings");
  });

  test("is not told of where no tools were offered: the agent may read calls from text itself", () => {
    const { tools: _tools, ...bare } = request;
    for (const content of Object.values(written))
      expect(read({ content }, "stop", bare)).not.toHaveProperty("warnings");
  });

  test("is looked for in linear time", () => {
    const hostile = '"name":'.repeat(200_000) + "<tool".repeat(100_000) + " ".repeat(200_000);
    expect(read({ content: hostile })).not.toHaveProperty("warnings");
  });
});

describe("an answer of the older form", () => {
  test("is read as a tool call, and told of", () => {
    const message = { content: null, function_call: { name: "add_note", arguments: '{"text":"Buy seeds"}' } };
    expect(read(message, "function_call")).toEqual({
      text: "",
      toolCalls: [{ id: "call-1", name: "add_note", arguments: { text: "Buy seeds" } }],
      finish: "tool-calls",
      warnings: [expect.stringMatching(/function_call, the older form of a tool call; it was read as add_note\(\)/)],
    });
  });

  test("gives way to tool calls of the newer form", () => {
    const tool_calls = [{ id: "a", function: { name: "add_note", arguments: "{}" } }];
    const answer = read({ content: null, tool_calls, function_call: { name: "other" } });
    expect(answer?.toolCalls.map(({ name }) => name)).toEqual(["add_note"]);
    expect(answer).not.toHaveProperty("warnings");
  });

  test("without a name is not a call", () => {
    expect(read({ content: null, function_call: { arguments: "{}" } })).toBeUndefined();
    expect(read({ content: "Hi", function_call: {} })?.warnings).toEqual([expect.stringContaining("without a name")]);
    expect(read({ content: "Hi", tool_calls: [{ function: {} }] })?.warnings?.[0]).toContain("without a name");
  });
});

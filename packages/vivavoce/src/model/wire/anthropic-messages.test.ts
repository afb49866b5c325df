import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { dialectNamed } from "./dialects.ts";
import { eventText } from "./sse.ts";
import type { Dialect } from "./types.ts";

const anthropicMessages = dialectNamed("anthropic-messages") as Dialect;

const schema = { type: "object", properties: { path: { type: "string" } } };
const lookUp = { name: "look_up", description: "Reads a note", input_schema: schema };
const toolUse = { type: "tool_use", id: "toolu_a", name: "look_up", input: { path: "a.md" } };
const messages = [
  { role: "user", content: [{ type: "text", text: "Look", cache_control: { type: "ephemeral" } }] },
  { role: "assistant", content: [{ type: "text", text: "Let me look." }, toolUse, { ...toolUse, id: "toolu_b" }] },
  {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "toolu_a", content: [{ type: "text", text: "3 notes" }] },
      { type: "tool_result", tool_use_id: "toolu_b", content: "not found", is_error: true },
    ],
  },
];

describe("a request", () => {
  test("says who is asked, what the user said last, the tools and their results", () => {
    const tools = [
      lookUp,
      { type: "bash_20250124", name: "bash" },
      { type: "web_search_20250305", name: "web_search" },
    ];
    expect(anthropicMessages.readRequest({ model: "claude-sonnet-4-5", stream: true, messages, tools })).toEqual({
      model: "claude-sonnet-4-5",
      streamed: true,
      messages,
      lastLine: "Look",
      tools: [
        { name: "look_up", description: "Reads a note", parameters: schema },
        { name: "bash", parameters: {} },
      ],
      results: [
        { id: "toolu_a", content: "3 notes" },
        { id: "toolu_b", content: "not found", isError: true },
      ],
    });
  });

  test("may have a line of the user beside a result", () => {
    const content = [
      { type: "tool_result", tool_use_id: "a" },
      { type: "text", text: "Go on" },
    ];
    expect(anthropicMessages.readRequest({ messages: [{ role: "user", content }] })).toMatchObject({
      lastLine: "Go on",
      results: [{ id: "a", content: "" }],
    });
  });
});

describe("an answer", () => {
  const content = [
    { type: "thinking", thinking: "hm", signature: "s" },
    { type: "text", text: "Let me look." },
    toolUse,
  ];
  const usage = {
    input_tokens: 10,
    cache_read_input_tokens: 100,
    cache_creation_input_tokens: 20,
    output_tokens: 5,
    output_tokens_details: { thinking_tokens: 2 },
  };
  const read = {
    text: "Let me look.",
    toolCalls: [{ id: "toolu_a", name: "look_up", arguments: { path: "a.md" } }],
    finish: "tool-calls",
    usage: { inputTokens: 130, outputTokens: 5, cachedTokens: 100, reasoningTokens: 2 },
    servedModel: "claude-sonnet-4-5-20250929",
  };

  test("is read with all that it can hold; what the cache read and wrote is input", () => {
    const body = { model: read.servedModel, content, stop_reason: "tool_use", usage };
    expect(anthropicMessages.readAnswer(body)).toEqual(read);
  });

  test("is the same as a stream", () => {
    const { output_tokens, output_tokens_details, ...inputUsage } = usage;
    const event = (type: string, fields: JsonObject = {}) => eventText({ type, ...fields });
    const delta = (index: number, given: JsonObject) => event("content_block_delta", { index, delta: given });
    const start = (index: number, block: JsonObject) => event("content_block_start", { index, content_block: block });
    const stream = [
      event("message_start", {
        message: { model: read.servedModel, content: [], usage: { ...inputUsage, output_tokens: 1 } },
      }),
      start(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "hm" }),
      delta(0, { type: "signature_delta", signature: "s" }),
      event("content_block_stop", { index: 0 }),
      event("ping"),
      start(1, { type: "text", text: "" }),
      delta(1, { type: "text_delta", text: "Let me " }),
      delta(1, { type: "text_delta", text: "look." }),
      start(2, { ...toolUse, input: {} }),
      delta(2, { type: "input_json_delta", partial_json: '{"path"' }),
      delta(2, { type: "input_json_delta", partial_json: ': "a.md"}' }),
      event("message_delta", {
        delta: { stop_reason: "tool_use", stop_sequence: null },
        usage: { input_tokens: null, output_tokens, output_tokens_details },
      }),
      event("message_stop"),
    ];
    expect(anthropicMessages.readEvents(stream)).toEqual(read);
  });

  test("names what it does not read", () => {
    const body = { content: [{ type: "server_tool_use", id: "s", name: "web_search" }], stop_reason: "pause_turn" };
    expect(anthropicMessages.readAnswer(body)).toMatchObject({
      finish: "other",
      toolCalls: [],
      warnings: [expect.stringContaining("the answer holds server_tool_use, which Viva does not read: {")],
    });
  });

  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content-filter"],
    ["pause_turn", "other"],
    [null, "other"],
  ])("that ends with %s ends with %s", (stop_reason, finish) => {
    const text = [{ type: "text", text: "Well" }];
    expect(anthropicMessages.readAnswer({ content: text, stop_reason }).finish).toBe(finish);
  });
});

describe("for a model that is not asked over HTTP", () => {
  test("all that a ModelRequest has is passed on, results before what the user said", () => {
    const calls = ["toolu_a", "toolu_b"].map((id) => ({ id, name: "look_up", arguments: { path: "a.md" } }));
    const [question, turn, results] = messages;
    const spoken = {
      role: "user",
      content: [...((results as JsonObject).content as JsonObject[]), { type: "text", text: "And?" }],
    };
    expect(
      anthropicMessages.decode({
        model: "claude-sonnet-4-5",
        system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
        messages: [question, turn, spoken] as JsonObject[],
        tools: [{ ...lookUp, cache_control: { type: "ephemeral" } }],
        tool_choice: { type: "any", disable_parallel_tool_use: false },
        temperature: 0,
        top_p: 0.5,
        max_tokens: 100,
        stop_sequences: ["END"],
        output_config: { format: { type: "json_schema", schema } },
        thinking: { type: "disabled" },
        metadata: { user_id: "u" },
        stream: true,
      }),
    ).toEqual({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Look" },
        { role: "assistant", content: "Let me look.", toolCalls: calls },
        { role: "tool", toolCallId: "toolu_a", content: "3 notes" },
        { role: "tool", toolCallId: "toolu_b", content: "not found", isError: true },
        { role: "user", content: "And?" },
      ],
      tools: [{ name: "look_up", description: "Reads a note", parameters: schema }],
      toolChoice: "required",
      output: { name: "output", schema },
      temperature: 0,
      topP: 0.5,
      maxTokens: 100,
      stop: ["END"],
    });
  });

  test.each<[string, JsonObject]>([
    ["top_k", { top_k: 5 }],
    ["thinking.type (enabled), thinking.budget_tokens", { thinking: { type: "enabled", budget_tokens: 1024 } }],
    ["output_config.effort", { output_config: { effort: "low" } }],
    ["tool_choice.type (tool), tool_choice.name", { tool_choice: { type: "tool", name: "look_up" } }],
    ["tool_choice.disable_parallel_tool_use", { tool_choice: { type: "auto", disable_parallel_tool_use: true } }],
    ["tools[0] (bash_20250124)", { tools: [{ type: "bash_20250124", name: "bash" }] }],
    ["tools[0].input_examples", { tools: [{ ...lookUp, input_examples: [{}] }] }],
    ["messages[0].content[0] (image)", { messages: [{ role: "user", content: [{ type: "image", source: {} }] }] }],
    ["messages[0].content[0] (thinking)", { messages: [{ role: "assistant", content: [{ type: "thinking" }] }] }],
    ["messages[0].content[0] (tool_use)", { messages: [{ role: "user", content: [toolUse] }] }],
    ["mcp_servers", { mcp_servers: [{}] }],
  ])("%s does not fit", (name, body) => {
    expect(() => anthropicMessages.decode(body)).toThrow(`understands: ${name}\n`);
  });
});

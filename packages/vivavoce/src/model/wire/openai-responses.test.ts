import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { dialectNamed } from "./dialects.ts";
import { eventText } from "./sse.ts";
import type { Dialect } from "./types.ts";

const openaiResponses = dialectNamed("openai-responses") as Dialect;

const parameters = { type: "object", properties: { path: { type: "string" } } };
const lookUp = { type: "function", name: "look_up", description: "Reads a note", parameters, strict: true };
const madeCall = {
  id: "fc_1",
  type: "function_call",
  call_id: "call_a",
  name: "look_up",
  arguments: '{"path":"a.md"}',
};
const message = (text: string, id = "msg_1") => ({
  id,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});
const input = [
  { role: "user", content: [{ type: "input_text", text: "Look" }] },
  message("Let me look."),
  { ...madeCall, status: "completed" },
  { type: "function_call_output", call_id: "call_a", output: "3 notes" },
];

describe("a request", () => {
  test("says who is asked, what the user said last, the tools and their results", () => {
    const custom = { type: "custom", name: "run_sql", description: "Runs SQL" };
    const tools = [lookUp, custom, { type: "web_search" }, { type: "mcp", server_label: "x", name: "hosted" }];
    const sql = { type: "custom_tool_call_output", call_id: "call_b", output: [{ type: "input_text", text: "1" }] };
    expect(openaiResponses.readRequest({ model: "gpt-5-mini", input: [...input, sql], tools })).toEqual({
      model: "gpt-5-mini",
      streamed: false,
      messages: [...input, sql],
      lastLine: "Look",
      tools: [
        { name: "look_up", description: "Reads a note", parameters },
        { name: "run_sql", description: "Runs SQL", parameters: {} },
      ],
      results: [
        { id: "call_a", content: "3 notes" },
        { id: "call_b", content: "1" },
      ],
    });
  });

  test("may be one text", () => {
    expect(openaiResponses.readRequest({ model: "m", input: "Hi", stream: true })).toMatchObject({
      streamed: true,
      lastLine: "Hi",
    });
  });
});

test("a call of a tool that OpenAI defines and the client runs is a call, with its result in the next request", () => {
  const action = { type: "exec", command: ["rm", "-r", "notes"] };
  const operation = { type: "delete_file", path: "a.md" };
  const output = [
    { type: "local_shell_call", id: "ls_1", call_id: "call_s", status: "completed", action },
    { type: "apply_patch_call", id: "ap_1", call_id: "call_p", status: "completed", operation },
  ];
  expect(openaiResponses.readAnswer({ status: "completed", output })).toEqual({
    text: "",
    toolCalls: [
      { id: "call_s", name: "local_shell", arguments: { action } },
      { id: "call_p", name: "apply_patch", arguments: { operation } },
    ],
    finish: "tool-calls",
  });
  const results = [{ type: "local_shell_call_output", call_id: "call_s", output: "gone" }];
  expect(openaiResponses.readRequest({ model: "m", input: results }).results).toEqual([
    { id: "call_s", content: "gone" },
  ]);
});

describe("an answer", () => {
  test("is read with all that it can hold", () => {
    const body = {
      status: "completed",
      model: "gpt-5-mini-2025-08-07",
      output: [{ type: "reasoning", id: "rs_1", summary: [] }, message("Let me "), message("look.", "msg_2"), madeCall],
      usage: {
        input_tokens: 10,
        output_tokens: 5,
        input_tokens_details: { cached_tokens: 4 },
        output_tokens_details: { reasoning_tokens: 3 },
      },
    };
    expect(openaiResponses.readAnswer(body)).toEqual({
      text: "Let me look.",
      toolCalls: [{ id: "call_a", name: "look_up", arguments: { path: "a.md" } }],
      finish: "tool-calls",
      usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4, reasoningTokens: 3 },
      servedModel: "gpt-5-mini-2025-08-07",
    });
  });

  test("names what it does not read", () => {
    const output = [{ type: "web_search_call", id: "ws_1", status: "completed" }, { odd: 1 }, message("Found it.")];
    expect(openaiResponses.readAnswer({ status: "completed", output })).toEqual({
      text: "Found it.",
      toolCalls: [],
      finish: "stop",
      warnings: [
        'the answer holds web_search_call, which Viva does not read: {"type":"web_search_call","id":"ws_1","status":"completed"}',
        'the answer holds an item of no known type, which Viva does not read: {"odd":1}',
      ],
    });
  });

  test.each<[string, JsonObject]>([
    ["length", { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] }],
    ["content-filter", { status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] }],
    [
      "content-filter",
      { status: "completed", output: [{ type: "message", content: [{ type: "refusal", refusal: "No." }] }] },
    ],
    ["other", { status: "failed", error: { code: "server_error", message: "boom" }, output: [] }],
    ["other", { status: "incomplete", output: [madeCall] }],
    ["other", { output: [] }],
  ])("ends with %s: %j", (finish, body) => expect(openaiResponses.readAnswer(body).finish).toBe(finish));

  test("calls a tool that takes any text with that text", () => {
    const toolCalls = [{ id: "c", name: "run_sql", arguments: "select 1" }];
    const answer = { text: "", toolCalls, finish: "tool-calls" as const };
    const request = { model: "m", tools: [{ type: "custom", name: "run_sql" }] };
    const encoded = openaiResponses.encode(answer, request);
    expect(encoded.output).toEqual([
      expect.objectContaining({ type: "custom_tool_call", call_id: "c", name: "run_sql", input: "select 1" }),
    ]);
    expect(openaiResponses.readAnswer(encoded).toolCalls).toEqual(toolCalls);
    expect(openaiResponses.readEvents(openaiResponses.encodeEvents(answer, request)).toolCalls).toEqual(toolCalls);
  });

  test("has an id for each item, besides the call's", () => {
    const calls = ["a", "b"].map((id) => ({ id, name: "look_up", arguments: {} }));
    const { output } = openaiResponses.encode({ text: "Hm.", toolCalls: calls, finish: "tool-calls" }, {});
    const items = output as JsonObject[];
    expect(items.map(({ id }) => String(id).replace(/_.*$/, ""))).toEqual(["msg", "fc", "fc"]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
    expect(items.map((item) => item.call_id)).toEqual([undefined, "a", "b"]);
  });
});

describe("a stream", () => {
  const event = (type: string, fields: JsonObject) => eventText({ type, ...fields });
  const items = [
    event("response.created", { response: { model: "m", status: "in_progress", output: [] } }),
    event("response.output_item.added", { output_index: 0, item: { type: "message", content: [] } }),
    event("response.output_text.delta", { output_index: 0, content_index: 0, delta: "Hi " }),
    event("response.output_text.delta", { output_index: 0, content_index: 0, delta: "there" }),
    event("response.output_item.added", { output_index: 1, item: { ...madeCall, arguments: "" } }),
    event("response.function_call_arguments.delta", { output_index: 1, delta: '{"path":' }),
  ];
  const call = { id: "call_a", name: "look_up" };

  test("is what its last event says", () => {
    const whole = { model: "m", status: "completed", output: [message("Hello")] };
    const read = openaiResponses.readEvents([...items, event("response.completed", { response: whole })]);
    expect(read).toEqual({ text: "Hello", toolCalls: [], finish: "stop", servedModel: "m" });
  });

  test("is what its items came to where the last event has no output", () => {
    const read = openaiResponses.readEvents([
      ...items,
      event("response.output_item.done", { output_index: 1, item: madeCall }),
      event("response.completed", { response: { model: "m", status: "completed", output: [] } }),
    ]);
    expect(read).toMatchObject({
      text: "Hi there",
      toolCalls: [{ ...call, arguments: { path: "a.md" } }],
      finish: "tool-calls",
    });
    expect(read.warnings).toBeUndefined();
  });

  test("that breaks off keeps what came", () => {
    expect(openaiResponses.readEvents(items)).toMatchObject({
      text: "Hi there",
      toolCalls: [{ ...call, arguments: '{"path":' }],
      finish: "other",
      servedModel: "m",
    });
  });
});

describe("for a model that is not asked over HTTP", () => {
  test("all that a ModelRequest has is passed on, and items become messages", () => {
    const schema = { type: "object" };
    expect(
      openaiResponses.decode({
        model: "gpt-5-mini",
        instructions: "Be brief.",
        input,
        tools: [lookUp],
        tool_choice: "auto",
        temperature: 0,
        top_p: 1,
        max_output_tokens: 50,
        text: { format: { type: "json_schema", name: "verdict", schema, strict: true } },
        store: false,
        stream: true,
        include: ["reasoning.encrypted_content"],
        truncation: "disabled",
      }),
    ).toEqual({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Look" },
        {
          role: "assistant",
          content: "Let me look.",
          toolCalls: [{ id: "call_a", name: "look_up", arguments: { path: "a.md" } }],
        },
        { role: "tool", toolCallId: "call_a", content: "3 notes" },
      ],
      tools: [{ name: "look_up", description: "Reads a note", parameters }],
      toolChoice: "auto",
      output: { name: "verdict", schema },
      temperature: 0,
      topP: 1,
      maxTokens: 50,
    });
    expect(openaiResponses.decode({ input: "Hi" })).toEqual({ messages: [{ role: "user", content: "Hi" }] });
  });

  test.each<[string, JsonObject]>([
    ["previous_response_id", { previous_response_id: "resp_1" }],
    ["conversation", { conversation: "conv_1" }],
    ["reasoning", { reasoning: { effort: "low" } }],
    ["text.verbosity", { text: { verbosity: "low" } }],
    ["include", { include: ["message.output_text.logprobs"] }],
    ["truncation (auto)", { truncation: "auto" }],
    ["top_logprobs", { top_logprobs: 2 }],
    ["tools[0] (web_search)", { tools: [{ type: "web_search" }] }],
    ["input[0] (reasoning)", { input: [{ type: "reasoning", id: "rs_1", summary: [] }] }],
    ["input[0].content[0] (input_image)", { input: [{ role: "user", content: [{ type: "input_image" }] }] }],
    ["input", { input: { role: "user" } }],
  ])("%s does not fit", (name, body) => {
    expect(() => openaiResponses.decode(body)).toThrow(`understands: ${name}\n`);
  });
});

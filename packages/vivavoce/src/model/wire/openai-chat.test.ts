import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { dialectNamed } from "./dialects.ts";
import { eventText } from "./sse.ts";
import type { Dialect } from "./types.ts";

const openaiChat = dialectNamed("openai-chat") as Dialect;

const parameters = { type: "object", properties: { path: { type: "string" } } };
const lookUp = { type: "function", function: { name: "look_up", description: "Reads a note", parameters } };
const madeCall = { id: "call_a", type: "function", function: { name: "look_up", arguments: '{"path":"a.md"}' } };
const conversation = [
  { role: "developer", content: "Be brief." },
  {
    role: "user",
    content: [
      { type: "text", text: "Look at this" },
      { type: "text", text: "and that." },
    ],
  },
  { role: "assistant", content: null, refusal: null, tool_calls: [madeCall] },
  { role: "tool", tool_call_id: "call_a", content: '{"notes":3}' },
];

describe("a request", () => {
  test("says who is asked, what the user said last, the tools and their results", () => {
    expect(
      openaiChat.readRequest({ model: "gpt-5-mini", stream: true, messages: conversation, tools: [lookUp] }),
    ).toEqual({
      model: "gpt-5-mini",
      streamed: true,
      messages: conversation,
      lastLine: "Look at this\nand that.",
      tools: [{ name: "look_up", description: "Reads a note", parameters }],
      results: [{ id: "call_a", content: '{"notes":3}' }],
    });
  });

  test("may offer tools in the older form, or tools that take any text", () => {
    const tools = [{ type: "custom", custom: { name: "run_sql" } }];
    const reading = openaiChat.readRequest({ functions: [{ name: "old", parameters }], tools });
    expect(reading.tools).toEqual([
      { name: "run_sql", parameters: {} },
      { name: "old", parameters },
    ]);
  });

  test("whose last message is a picture has its last words before it", () => {
    const picture = { role: "user", content: [{ type: "image_url", image_url: { url: "data:" } }] };
    expect(openaiChat.readRequest({ messages: [...conversation, picture] }).lastLine).toBe("Look at this\nand that.");
    expect(openaiChat.readRequest({ messages: [picture] }).lastLine).toBeUndefined();
  });

  test("keeps results that are more than text as they came", () => {
    const content = [{ type: "image_url", image_url: { url: "data:" } }];
    const messages = [
      { role: "tool", tool_call_id: "a", content },
      { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "x" }] },
      { role: "tool", content: "whose?" },
    ];
    expect(openaiChat.readRequest({ messages }).results).toEqual([
      { id: "a", content },
      { id: "b", content: "x" },
    ]);
  });
});

describe("an answer", () => {
  test("with several choices is its first, and says so", () => {
    const choice = (content: string) => ({ message: { content }, finish_reason: "stop" });
    expect(openaiChat.readAnswer({ choices: [choice("a"), choice("b")] })).toEqual({
      text: "a",
      toolCalls: [],
      finish: "stop",
      warnings: ["the answer has 2 choices, of which only the first is read"],
    });
  });

  test("that is empty keeps its usage", () => {
    const usage = { prompt_tokens: 5, completion_tokens: 0 };
    const body = { choices: [{ message: { content: null }, finish_reason: "stop" }], usage };
    expect(openaiChat.readAnswer(body)).toEqual({
      text: "",
      toolCalls: [],
      finish: "stop",
      usage: { inputTokens: 5, outputTokens: 0 },
    });
  });

  test("that is something else says so", () => {
    expect(openaiChat.readAnswer({ object: "list" })).toEqual({
      text: "",
      toolCalls: [],
      finish: "other",
      warnings: ["the answer is not a chat completion"],
    });
  });

  test("calls a tool that takes any text with that text", () => {
    const call = { id: "c", type: "custom", custom: { name: "run_sql", input: "select 1" } };
    const body = { choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: "tool_calls" }] };
    const read = openaiChat.readAnswer(body);
    expect(read.toolCalls).toEqual([{ id: "c", name: "run_sql", arguments: "select 1" }]);
    const request = { model: "m", tools: [{ type: "custom", custom: { name: "run_sql" } }] };
    expect(openaiChat.encode(read, request)).toMatchObject(body);
    expect(openaiChat.readEvents(openaiChat.encodeEvents(read, request)).toolCalls).toEqual(read.toolCalls);
  });
});

test("a call in the older form gets the result that the next request has in the older form", () => {
  const function_call = { name: "look_up", arguments: "{}" };
  const { toolCalls } = openaiChat.readAnswer({ choices: [{ message: { content: null, function_call } }] });
  const messages = [{ role: "function", name: "look_up", content: "3 notes" }];
  expect(openaiChat.readRequest({ model: "m", messages }).results).toEqual([
    { id: toolCalls[0]?.id, content: "3 notes" },
  ]);
});

describe("a stream", () => {
  const chunk = (delta: JsonObject, rest: JsonObject = {}) =>
    eventText({ model: "gpt-5-mini-2025-08-07", choices: [{ index: 0, delta, ...rest }] });
  const callPart = (part: JsonObject) => chunk({ tool_calls: [part] });

  test("adds up, with usage in a chunk of its own and arguments in pieces", () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    const stream = [
      ": keep-alive\n\n",
      chunk({ role: "assistant", content: "" }),
      chunk({ reasoning_content: "hm" }),
      chunk({ content: "Let me " }),
      chunk({ content: "look." }),
      callPart({ index: 0, id: "a", type: "function", function: { name: "look_up", arguments: "" } }),
      callPart({ index: 1, id: "b", type: "function", function: { name: "count", arguments: "" } }),
      callPart({ index: 0, function: { arguments: '{"path":' } }),
      callPart({ index: 0, function: { arguments: '"a.md"}' } }),
      chunk({}, { finish_reason: "tool_calls" }),
      eventText({ model: "gpt-5-mini-2025-08-07", choices: [], usage }),
      "data: [DONE]\n\n",
    ];
    expect(openaiChat.readEvents(stream)).toEqual({
      text: "Let me look.",
      toolCalls: [
        { id: "a", name: "look_up", arguments: { path: "a.md" } },
        { id: "b", name: "count", arguments: {} },
      ],
      finish: "tool-calls",
      usage: { inputTokens: 10, outputTokens: 5, cachedTokens: 4, reasoningTokens: 3 },
      servedModel: "gpt-5-mini-2025-08-07",
    });
  });

  test("of a server that numbers all calls 0 tells them apart by id and name", () => {
    const stream = [
      callPart({ index: 0, id: "a", function: { name: "one", arguments: '{"x":1}' } }),
      callPart({ index: 0, id: "b", function: { name: "one", arguments: '{"x"' } }),
      callPart({ index: 0, id: "", function: { name: "", arguments: ":2" } }),
      // Each part of a call has a new id at some servers, but only the first has a name.
      callPart({ index: 0, id: "c", function: { arguments: "}" } }),
      chunk({}, { finish_reason: "tool_calls" }),
    ];
    expect(openaiChat.readEvents(stream).toolCalls).toMatchObject([
      { id: "a", name: "one", arguments: { x: 1 } },
      { name: "one", arguments: { x: 2 } },
    ]);
  });

  test("of a server that does not number calls tells them apart by id", () => {
    const stream = [
      callPart({ id: "a", function: { name: "one", arguments: "{}" } }),
      callPart({ id: "b", function: { name: "two", arguments: '{"x"' } }),
      callPart({ function: { arguments: ":1}" } }),
      chunk({}, { finish_reason: "stop" }),
    ];
    expect(openaiChat.readEvents(stream)).toMatchObject({
      finish: "tool-calls",
      toolCalls: [
        { id: "a", name: "one", arguments: {} },
        { id: "b", name: "two", arguments: { x: 1 } },
      ],
    });
  });

  test("with broken data in it says so and reads the rest", () => {
    const stream = [chunk({ content: "Hi" }), "data: {oops\n\n", chunk({}, { finish_reason: "stop" })];
    expect(openaiChat.readEvents(stream)).toMatchObject({
      text: "Hi",
      finish: "stop",
      warnings: ["an event of the stream is not a JSON object: {oops"],
    });
  });

  test("is written with usage only where it was asked for", () => {
    const answer = { text: "Hi", toolCalls: [], finish: "stop" as const, usage: { inputTokens: 1, outputTokens: 2 } };
    const usageIn = (request: JsonObject) => openaiChat.readEvents(openaiChat.encodeEvents(answer, request)).usage;
    expect(usageIn({ stream: true })).toBeUndefined();
    expect(usageIn({ stream: true, stream_options: { include_usage: true } })).toEqual(answer.usage);
  });
});

describe("for a model that is not asked over HTTP", () => {
  test("all that a ModelRequest has is passed on", () => {
    const schema = { type: "object" };
    expect(
      openaiChat.decode({
        model: "gpt-5-mini",
        messages: conversation,
        tools: [lookUp],
        tool_choice: "required",
        temperature: 0.2,
        top_p: 0.9,
        seed: 7,
        max_completion_tokens: 100,
        stop: "END",
        logprobs: true,
        top_logprobs: 3,
        response_format: { type: "json_schema", json_schema: { name: "verdict", strict: true, schema } },
        // Only about sending, storing and billing, or what is done anyway:
        stream: true,
        stream_options: { include_usage: true },
        user: "u",
        metadata: { a: "b" },
        store: false,
        service_tier: "flex",
        prompt_cache_key: "k",
        parallel_tool_calls: true,
        n: 1,
        presence_penalty: 0,
        audio: null,
        functions: [],
      }),
    ).toEqual({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Look at this\nand that." },
        { role: "assistant", content: "", toolCalls: [{ id: "call_a", name: "look_up", arguments: { path: "a.md" } }] },
        { role: "tool", toolCallId: "call_a", content: '{"notes":3}' },
      ],
      tools: [{ name: "look_up", description: "Reads a note", parameters }],
      toolChoice: "required",
      output: { name: "verdict", schema },
      temperature: 0.2,
      topP: 0.9,
      seed: 7,
      maxTokens: 100,
      stop: ["END"],
      topLogprobs: 3,
    });
  });

  test("a short request stays short", () => {
    const messages = [{ role: "user", content: "Hi" }];
    expect(openaiChat.decode({ model: "m", messages })).toEqual({ messages });
    expect(openaiChat.decode({ messages, logprobs: true })).toEqual({ messages, topLogprobs: 0 });
    expect(openaiChat.decode({ messages, max_tokens: 5, response_format: { type: "text" } })).toEqual({
      messages,
      maxTokens: 5,
    });
    expect(openaiChat.decode({ messages, response_format: { type: "json_object" } })).toEqual({
      messages,
      output: { name: "json_object", schema: { type: "object" } },
    });
  });

  test.each<[string, JsonObject]>([
    ["reasoning_effort", { reasoning_effort: "low" }],
    ["logit_bias", { logit_bias: { "1": 5 } }],
    ["n", { n: 2 }],
    ["parallel_tool_calls", { parallel_tool_calls: false }],
    ["frequency_penalty", { frequency_penalty: 0.5 }],
    ["tool_choice", { tool_choice: { type: "function", function: { name: "look_up" } } }],
    ["response_format.type (grammar)", { response_format: { type: "grammar" } }],
    ["tools[0] (custom)", { tools: [{ type: "custom", custom: { name: "x" } }] }],
    ["temperature (hot)", { temperature: "hot" }],
    ["stop", { stop: [1] }],
    ["messages[0] (function)", { messages: [{ role: "function", name: "f", content: "x" }] }],
    ["messages[0].name", { messages: [{ role: "user", name: "ada", content: "x" }] }],
    [
      "messages[0].content[1] (image_url)",
      { messages: [{ role: "user", content: [{ type: "text", text: "a" }, { type: "image_url" }] }] },
    ],
    ["messages[0]", { messages: ["hello"] }],
    ["messages (hello)", { messages: "hello" }],
    ["constructor", { constructor: 1 }],
  ])("%s does not fit", (name, body) => {
    expect(() => openaiChat.decode(body)).toThrow(`understands: ${name}\n`);
  });

  test("all fields that do not fit are named at once", () => {
    expect(() => openaiChat.decode({ verbosity: "low", modalities: ["audio"], seed: "x" })).toThrow(
      /chat completions request .*: seed \(x\), verbosity, modalities\n.*openai:gpt-5-mini/s,
    );
    expect(() => openaiChat.decode([])).toThrow("the body, which is not an object");
  });
});

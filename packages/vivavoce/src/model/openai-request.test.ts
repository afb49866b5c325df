import { describe, expect, test } from "vitest";
import { completionBody } from "./openai-client.ts";
import type { ChatMessage, ModelRequest } from "./types.ts";

const hello: ChatMessage[] = [{ role: "user", content: "Hello" }];
const lookUp = { name: "look_up", description: "Looks a thing up", parameters: { type: "object" } };

/** What goes over the wire: fields that are undefined do not. */
function sent(request: Partial<ModelRequest>, provider = "compatible") {
  const body = completionBody({ messages: hello, ...request }, { provider, model: "m" });
  return JSON.parse(JSON.stringify(body));
}

test("a plain request is model and messages, and nothing else", () => {
  expect(sent({})).toEqual({ model: "m", messages: [{ role: "user", content: "Hello" }] });
});

describe("settings", () => {
  test("are all sent", () => {
    expect(sent({ temperature: 0, maxTokens: 100, seed: 7, topP: 0.9, stop: ["END"] })).toMatchObject({
      temperature: 0,
      max_tokens: 100,
      seed: 7,
      top_p: 0.9,
      stop: ["END"],
    });
  });

  test("of no stop at all send none", () => {
    expect(sent({ stop: [] })).not.toHaveProperty("stop");
  });

  test("name the longest answer as OpenAI wants it", () => {
    expect(sent({ maxTokens: 9 }, "openai")).toMatchObject({ max_completion_tokens: 9 });
    expect(sent({ maxTokens: 9 }, "openai")).not.toHaveProperty("max_tokens");
  });
});

describe("tools", () => {
  test("are functions with their schema", () => {
    expect(sent({ tools: [lookUp], toolChoice: "required" })).toMatchObject({
      tools: [{ type: "function", function: lookUp }],
      tool_choice: "required",
    });
  });

  test("that are empty are not sent, nor is a choice among them", () => {
    const body = sent({ tools: [], toolChoice: "auto" });
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("tool_choice");
  });

  test("that are required and missing are left for the server to complain of", () => {
    expect(sent({ toolChoice: "required" })).toHaveProperty("tool_choice", "required");
  });
});

describe("messages", () => {
  test("of all roles keep their order and their links", () => {
    const messages: ChatMessage[] = [
      { role: "system", content: "Be brief" },
      { role: "user", content: "Look" },
      { role: "assistant", content: "", toolCalls: [{ id: "a", name: "look_up", arguments: { q: "x" } }] },
      { role: "tool", toolCallId: "a", content: "found" },
      { role: "assistant", content: "Here" },
    ];
    const call = { id: "a", type: "function", function: { name: "look_up", arguments: '{"q":"x"}' } };
    expect(sent({ messages }).messages).toEqual([
      { role: "system", content: "Be brief" },
      { role: "user", content: "Look" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: "found" },
      { role: "assistant", content: "Here" },
    ]);
  });

  test("with arguments that were not JSON send them back as they were", () => {
    const toolCalls = [{ id: "a", name: "look_up", arguments: '{"q":' }];
    const [message] = sent({ messages: [{ role: "assistant", content: "Let me see", toolCalls }] }).messages;
    expect(message.content).toBe("Let me see");
    expect(message.tool_calls[0].function.arguments).toBe('{"q":');
  });

  test("with an empty list of calls are plain", () => {
    expect(sent({ messages: [{ role: "assistant", content: "Yes", toolCalls: [] }] }).messages).toEqual([
      { role: "assistant", content: "Yes" },
    ]);
  });
});

describe("an answer by schema", () => {
  const schema = { type: "object", properties: { verdict: { type: "string" } } };

  test("is asked for strictly", () => {
    expect(sent({ output: { name: "verdicts", schema } }).response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "verdicts", strict: true, schema },
    });
  });

  test.each([
    ["GTD quality: v2", "GTD_quality__v2"],
    ["x".repeat(80), "x".repeat(64)],
    ["", "output"],
  ])("called %j gets a name that servers take", (name, expected) => {
    expect(sent({ output: { name, schema } }).response_format.json_schema.name).toBe(expected);
  });
});

test("log-probabilities are asked for with their number, even none", () => {
  expect(sent({ topLogprobs: 5 })).toMatchObject({ logprobs: true, top_logprobs: 5 });
  expect(sent({ topLogprobs: 0 })).toMatchObject({ logprobs: true, top_logprobs: 0 });
  expect(sent({})).not.toHaveProperty("logprobs");
});

test("OpenRouter is asked for the cost, and for servers that heed every parameter; others are not", () => {
  expect(sent({}, "openrouter")).toMatchObject({
    usage: { include: true },
    provider: { require_parameters: true },
  });
  expect(sent({}, "openai")).not.toHaveProperty("usage");
  expect(sent({}, "openai")).not.toHaveProperty("provider");
});

test("the request is left as it was", () => {
  const request: ModelRequest = Object.freeze({ messages: hello, tools: [lookUp], stop: ["x"] });
  const before = structuredClone(request);
  completionBody(request, { provider: "openai", model: "m" });
  expect(request).toEqual(before);
});

test("the beginning that other requests share is marked for Anthropic's models, which are cached only on request", () => {
  const bodyFor = (provider: string, model: string, characters?: number) => {
    const shared = characters === undefined ? undefined : { characters, output: { name: "any", schema: {} } };
    return completionBody({ messages: [{ role: "system", content: "Rules" }, ...hello] }, { provider, model }, shared)
      .messages;
  };
  expect(bodyFor("openrouter", "anthropic/claude-sonnet-4.5", 3)).toEqual([
    { role: "system", content: "Rules" },
    {
      role: "user",
      content: [
        { type: "text", text: "Hel", cache_control: { type: "ephemeral" } },
        { type: "text", text: "lo" },
      ],
    },
  ]);
  for (const plain of [
    bodyFor("openrouter", "anthropic/claude-sonnet-4.5"),
    bodyFor("openrouter", "openai/gpt-5", 3),
    bodyFor("compatible", "anthropic/claude-sonnet-4.5", 3),
  ])
    expect(plain).toEqual([{ role: "system", content: "Rules" }, ...hello]);
});

test("vendors, which read the schema before the prompt, are sent the one that other requests have; own servers are not", () => {
  const shared = { characters: 3, output: { name: "any", schema: { type: "object" } } };
  const output = { name: "own", schema: { enum: ["a"] } };
  const nameFor = (provider: string, request: Partial<ModelRequest>, with_?: typeof shared) => {
    const body = completionBody({ messages: hello, ...request }, { provider, model: "m" }, with_);
    return (body.response_format as { json_schema: { name: string } } | undefined)?.json_schema.name;
  };
  expect(nameFor("openai", { output }, shared)).toBe("any");
  expect(nameFor("openrouter", { output }, shared)).toBe("any");
  expect(nameFor("openai", { output })).toBe("own");
  for (const own of ["llamacpp", "ollama", "vllm", "compatible"]) expect(nameFor(own, { output }, shared)).toBe("own");
  // A schema that was refused is not sent in another form.
  expect(nameFor("openai", {}, shared)).toBeUndefined();
});

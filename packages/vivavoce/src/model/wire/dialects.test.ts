import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError, type JsonObject, type JsonValue } from "../../base/index.ts";
import { modelAnswerSchema } from "../../shape/index.ts";
import type { ModelAnswer } from "../types.ts";
import { dialectNamed, dialectOf } from "./dialects.ts";
import { outageIn } from "./reading.ts";

const dialects = (["openai-chat", "openai-responses", "anthropic-messages"] as const).map(
  (name) => dialectNamed(name) ?? expect.fail(),
);

test("a dialect is found by its name", () => {
  for (const dialect of dialects) expect(dialectNamed(dialect.name)).toBe(dialect);
});

describe("the dialect of a path", () => {
  test.each([
    ["/v1/chat/completions", "openai-chat"],
    ["/chat/completions/", "openai-chat"],
    ["/openai/deployments/mini/chat/completions?api-version=2024-10-21", "openai-chat"],
    ["/v1/responses", "openai-responses"],
    ["/v1/messages", "anthropic-messages"],
    ["/v1/messages?beta=true", "anthropic-messages"],
  ])("%s is %s", (path, name) => expect(dialectOf(path)?.name).toBe(name));

  test.each([
    "/v1/models",
    "/v1/embeddings",
    "/v1/completions",
    "/v1/messages/count_tokens",
    "/v1/messages/batches",
    "/v1/responses/resp_1/cancel",
    "/v1/threads/thread_1/messages",
    "/v1/models?next=/chat/completions",
    "",
  ])("%s has none", (path) => expect(dialectOf(path)).toBeUndefined());
});

/** Words that a dialect looks for, so that arbitrary JSON now and then comes near to a real answer. */
const field = fc.constantFrom(
  ...[
    "choices",
    "message",
    "delta",
    "content",
    "tool_calls",
    "function",
    "name",
    "arguments",
    "finish_reason",
    "usage",
  ],
  ...["output", "type", "item", "text", "call_id", "response", "status", "index", "output_index", "content_index"],
  ...["content_block", "input", "partial_json", "stop_reason", "id", "error", "messages", "tools", "role", "model"],
  ...["prompt_tokens", "completion_tokens", "input_tokens", "output_tokens", "cached_tokens", "logprobs", "custom"],
  "__proto__",
  "constructor",
);
const word = fc.constantFrom(
  ...["message", "function_call", "tool_use", "text", "tool_result", "user", "tool", "assistant", "stop", "error"],
  ...["response.output_item.added", "response.output_text.delta", "response.completed", "message_start"],
  ...["content_block_start", "content_block_delta", "text_delta", "input_json_delta", "message_delta", "[DONE]", "{"],
);
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(word, fc.string(), fc.integer({ min: -2, max: 3 }), fc.constantFrom(1e308, null, true, false)),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(field, tie("json")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

const callsOfAnswer = fc
  .array(fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.dictionary(fc.string(), fc.jsonValue())), { maxLength: 3 })
  .map((calls) =>
    calls.map(([name, given], at) => ({ id: `call-${at + 1}`, name, arguments: JSON.parse(JSON.stringify(given)) })),
  );
const answers: fc.Arbitrary<ModelAnswer> = fc
  .record({ text: fc.string({ unit: "binary" }), toolCalls: callsOfAnswer, tokens: fc.option(fc.nat()) })
  .map(({ text, toolCalls, tokens }) => ({
    text: text.toWellFormed(),
    toolCalls,
    finish: toolCalls.length > 0 ? ("tool-calls" as const) : ("stop" as const),
    ...(tokens !== null && { usage: { inputTokens: tokens + 5, outputTokens: tokens, cachedTokens: 3 } }),
  }));
const request: JsonObject = { model: "some-model", stream_options: { include_usage: true } };

describe.each(dialects)("$name", (dialect) => {
  const named = ({ text, toolCalls, finish, servedModel }: ModelAnswer) => ({ text, toolCalls, finish, servedModel });
  const sent = (answer: ModelAnswer) => ({ ...named(answer), servedModel: "some-model" });

  test("reads any JSON without falling over", () => {
    fc.assert(
      fc.property(json, (body) => {
        modelAnswerSchema.parse(dialect.readAnswer(body));
        const reading = dialect.readRequest(body);
        expect(JSON.parse(JSON.stringify(reading.results))).toEqual(reading.results);
        JSON.stringify(dialect.hashed(body));
        try {
          dialect.decode(body);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("reads any stream without falling over", () => {
    const piece = fc.oneof(
      json.map((data) => `data: ${JSON.stringify(data)}\n\n`),
      fc.string(),
      fc.constantFrom("\n\n", "data: [DONE]\n\n"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (stream) => {
        modelAnswerSchema.parse(dialect.readEvents(stream));
      }),
      { numRuns: 200 },
    );
  });

  test("reads what it writes, whole and as a stream, always the same to the byte", () => {
    fc.assert(
      fc.property(answers, (answer) => {
        const whole = dialect.encode(answer, request);
        const stream = dialect.encodeEvents(answer, request);
        expect(named(dialect.readAnswer(whole))).toEqual(sent(answer));
        expect(named(dialect.readEvents(stream))).toEqual(sent(answer));
        if (answer.usage) {
          expect(dialect.readAnswer(whole).usage).toMatchObject(answer.usage);
          expect(dialect.readEvents(stream).usage).toMatchObject(answer.usage);
        }
        expect(JSON.stringify(dialect.encode(answer, request))).toBe(JSON.stringify(whole));
        expect(dialect.encodeEvents(answer, { ...request, stream: true })).toEqual(stream);
      }),
      { numRuns: 40 },
    );
  });

  test("a stream that is cut anywhere before its end gives what came, and a warning", () => {
    const answer: ModelAnswer = {
      text: "One two three.",
      toolCalls: [{ id: "call-1", name: "look_up", arguments: { path: "Inbox.md" } }],
      finish: "tool-calls",
    };
    const stream = dialect.encodeEvents(answer, request);
    const whole = stream.join("");
    const endsAt = whole.search(/data: [^\n]*(?:"finish_reason":"tool|"stop_reason":"tool|"type":"response.completed)/);
    expect(endsAt).toBeGreaterThan(100);
    for (let length = 0; length <= whole.length; length += 11) {
      const read = dialect.readEvents([whole.slice(0, length)]);
      expect(answer.text.startsWith(read.text)).toBe(true);
      if (length > endsAt) continue;
      expect(read.finish).toBe("other");
      expect(read.warnings).toContain("the stream broke off before its end, so the answer may be incomplete");
    }
    expect(dialect.readEvents([whole])).not.toHaveProperty("warnings");
  });

  test("two answers to one request, and one answer to two requests, have ids of their own", () => {
    const ids = [
      dialect.encode({ text: "a", toolCalls: [], finish: "stop" }, request),
      dialect.encode({ text: "b", toolCalls: [], finish: "stop" }, request),
      dialect.encode({ text: "a", toolCalls: [], finish: "stop" }, { ...request, model: "other" }),
    ].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  test.each(["stop", "length", "content-filter"] as const)("ends for the reason it was given: %s", (finish) => {
    const answer: ModelAnswer = { text: "Well", toolCalls: [], finish };
    expect(dialect.readAnswer(dialect.encode(answer, request)).finish).toBe(finish);
    expect(dialect.readEvents(dialect.encodeEvents(answer, request)).finish).toBe(finish);
  });

  test("arguments that are not JSON stay the text that they are", () => {
    const toolCalls = [{ id: "call-1", name: "look_up", arguments: '{"path": "In' }];
    const answer: ModelAnswer = { text: "", toolCalls, finish: "tool-calls" };
    expect(dialect.readAnswer(dialect.encode(answer, request)).toolCalls).toEqual(toolCalls);
    expect(dialect.readEvents(dialect.encodeEvents(answer, request)).toolCalls).toEqual(toolCalls);
  });

  test("an answer without usage claims none that Viva could charge", () => {
    const answer: ModelAnswer = { text: "Hi", toolCalls: [], finish: "stop" };
    const { usage } = dialect.encode(answer, request);
    expect(usage ?? {}).toEqual(
      dialect.name === "anthropic-messages" ? expect.objectContaining({ input_tokens: 0, output_tokens: 0 }) : {},
    );
  });

  test("how an answer is sent is not hashed, all else is", () => {
    const body = { model: "m", stream: true, temperature: 0, nested: { stream: true } };
    expect(dialect.hashed(body)).toEqual({ model: "m", temperature: 0, nested: { stream: true } });
    expect(dialect.hashed("text")).toBe("text");
  });

  test("an error in place of an answer, or within a stream, is an outage and not an answer", () => {
    const outage = "the provider answered with an error: no recording";
    const body = dialect.error("no recording");
    const begun = dialect.encodeEvents({ text: "Hi", toolCalls: [], finish: "stop" }, {}).slice(0, 1);
    for (const read of [dialect.readAnswer(body), dialect.readEvents([...begun, dialect.errorEvent("no recording")])]) {
      expect(read.finish).toBe("other");
      expect(outageIn(read)).toBe(outage);
    }
    expect(outageIn(dialect.readEvents(begun))).toMatch(/^the stream broke off/);
  });

  test("an answer that came to its end is not an outage, whatever it says", () => {
    const text = "the provider answered with an error: so what";
    for (const finish of ["stop", "length"] as const) {
      const stream = dialect.encodeEvents({ text, toolCalls: [], finish }, request);
      expect(outageIn(dialect.readEvents(stream))).toBeUndefined();
    }
  });

  test("a call that the model wrote as text is warned of, where tools were offered", () => {
    const answer: ModelAnswer = { text: "<tool_call>look_up</tool_call>", toolCalls: [], finish: "stop" };
    const whole = dialect.encode(answer, request);
    expect(dialect.readAnswer(whole)).not.toHaveProperty("warnings");
    const tools = [{ name: "look_up", parameters: {} }];
    expect(dialect.readAnswer(whole, tools).warnings).toEqual([expect.stringContaining("wrote a tool call as text")]);
  });
});

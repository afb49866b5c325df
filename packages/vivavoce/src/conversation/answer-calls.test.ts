import { expect, test } from "vitest";
import { dialectNamed, type ModelToolCall } from "../model/index.ts";
import { AnswerCalls } from "./own-clients.ts";

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const delta = (given: object, finish_reason: string | null = null) =>
  event({ choices: [{ index: 0, delta: given, finish_reason }] });
const called = (index: number, written: string, name?: string) => {
  const begun = name === undefined ? {} : { id: `call_${index}`, type: "function" };
  return delta({ tool_calls: [{ index, ...begun, function: { name, arguments: written } }] });
};
const seenIn = (dialect: "openai-chat" | "anthropic-messages" | "openai-responses") => {
  const seen: ModelToolCall[] = [];
  return { seen, calls: new AnswerCalls(dialectNamed(dialect), (call) => seen.push(call)) };
};

test("the calls of a stream are seen with the piece that ends the answer, and only once", () => {
  const { seen, calls } = seenIn("openai-chat");
  for (const piece of [called(0, "", "book"), called(0, '{"day":'), called(0, '"Monday"}')]) calls.add(piece);
  expect(seen).toEqual([]);
  calls.add(delta({}, "tool_calls"));
  expect(seen).toEqual([{ id: "call_0", name: "book", arguments: { day: "Monday" } }]);
  calls.add("data: [DONE]\n\n");
  calls.whole({ toolCalls: seen.slice() });
  calls.stopped();
  expect(seen).toHaveLength(1);
});

test("in the other dialects as well", () => {
  const anthropic = seenIn("anthropic-messages");
  const block = { type: "tool_use", id: "a", name: "book", input: {} };
  anthropic.calls.add(event({ type: "content_block_start", index: 0, content_block: block }));
  anthropic.calls.add(
    event({ type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"day":1}' } }),
  );
  anthropic.calls.add(event({ type: "message_delta", delta: { stop_reason: "tool_use" } }));
  expect(anthropic.seen).toEqual([{ id: "a", name: "book", arguments: { day: 1 } }]);

  const responses = seenIn("openai-responses");
  const output = [{ type: "function_call", call_id: "b", name: "book", arguments: '{"day":2}' }];
  responses.calls.add(event({ type: "response.completed", response: { status: "completed", output } }));
  expect(responses.seen).toEqual([{ id: "b", name: "book", arguments: { day: 2 } }]);
});

test("a client that stops reading may run what it has read, but not a call that is cut off", () => {
  const { seen, calls } = seenIn("openai-chat");
  for (const piece of [called(0, "{}", "list"), called(1, '{"day":"Monday"}', "book")]) calls.add(piece);
  calls.stopped();
  expect(seen.map(({ name }) => name)).toEqual(["list", "book"]);

  const cut = seenIn("openai-chat");
  for (const piece of [called(0, "{}", "list"), called(1, '{"day":"Mon', "book")]) cut.calls.add(piece);
  cut.calls.stopped();
  expect(cut.seen.map(({ name }) => name)).toEqual(["list"]);

  const begun = seenIn("openai-chat");
  begun.calls.add(called(0, "", "list"));
  begun.calls.stopped();
  expect(begun.seen).toEqual([]);
});

test("a refusal of a call is thrown at the end of the answer, not in the middle of its stream", () => {
  const calls = new AnswerCalls(dialectNamed("openai-chat"), () => {
    throw new Error("more than 100 tool calls");
  });
  calls.add(called(0, "{}", "list"));
  calls.add(delta({}, "tool_calls"));
  expect(() => calls.whole({ toolCalls: [] })).toThrow("more than 100 tool calls");
});

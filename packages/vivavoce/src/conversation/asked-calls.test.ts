import { expect, test } from "vitest";
import { AskedCalls } from "./asked-calls.ts";

const call = { id: "c1", name: "book", arguments: {} };
const user = (content: string) => ({ role: "user", content });
const request = (lines: readonly string[], more: object = {}) => ({
  messages: lines.map(user),
  results: [],
  tools: [{ name: "book" }],
  ...more,
});

/** Whether the call is left out after a request with a call and the requests after it. */
function isLeftOut(first: object, ...later: object[]): boolean {
  const asked = new AskedCalls();
  asked.send(request(["a"], first))(call);
  for (const more of later) asked.send(request(["a", "b"], more));
  return asked.isLeftOut(call);
}

test("a call is left out by a request that goes on without its result", () => {
  expect(isLeftOut({}, {})).toBe(true);
  expect(isLeftOut({})).toBe(false);
});

test("but not by one of another conversation, without its tool, or before a later result", () => {
  expect(isLeftOut({}, { messages: [user("x"), user("b")] })).toBe(false);
  expect(isLeftOut({}, { tools: [] })).toBe(false);
  expect(isLeftOut({}, {}, { results: [{ id: "c1", content: "done" }] })).toBe(false);
});

test("nor if the model had to call the tool: that is a way to get data", () => {
  expect(isLeftOut({ forced: "book" }, {})).toBe(false);
});

test("prompts with the time and marks for a cache do not make it another conversation", () => {
  const marked = { ...user("a"), cache_control: { type: "ephemeral" } };
  expect(isLeftOut({ messages: [{ role: "system", content: "10:00" }, marked] }, {})).toBe(true);
});

test("nothing is known of an id that a model uses twice", () => {
  const asked = new AskedCalls();
  asked.send(request(["a"]))(call);
  asked.send(request(["a", "b"]))(call);
  asked.send(request(["a", "b", "c"], { results: [{ id: "c1", content: "done" }] }));
  expect([asked.isLeftOut(call), asked.resultOf(call as never)]).toEqual([false, undefined]);
});

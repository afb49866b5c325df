import fc from "fast-check";
import { expect, test } from "vitest";
import { toolArguments, toolCallId } from "./read-json.ts";

test.each([
  ['{"path":"Inbox.md"}', { path: "Inbox.md" }],
  ["{}", {}],
  ["", {}],
  ["  ", {}],
  [undefined, {}],
  [null, {}],
  [{ path: "x" }, { path: "x" }],
])("%j becomes an object", (written, expected) => expect(toolArguments(written)).toEqual(expected));

test.each([
  ['{"path":', '{"path":'],
  ["[1]", "[1]"],
  ['"text"', '"text"'],
  ["null", "null"],
  ["Inbox.md", "Inbox.md"],
  [[1], "[1]"],
  [7, "7"],
])("%j stays the text it is", (written, expected) => expect(toolArguments(written)).toBe(expected));

test("any object survives being written and read", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(toolArguments(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("a key called __proto__ is data, not a prototype", () => {
  const read = toolArguments('{"__proto__":{"admin":true}}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.keys(read)).toEqual(["__proto__"]);
});

test("an id is new in its conversation", () => {
  const calls = [1, 2].map((number) => ({ id: `call-${number}`, name: "t", arguments: {} }));
  const messages = [
    { role: "user" as const, content: "hi" },
    { role: "assistant" as const, content: "", toolCalls: calls },
    { role: "assistant" as const, content: "text" },
  ];
  expect([0, 1].map((position) => toolCallId(messages, position))).toEqual(["call-3", "call-4"]);
});

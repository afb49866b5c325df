import { expect, test } from "vitest";
import { readMessage } from "./protocol.ts";

const read = (message: unknown) => readMessage(JSON.stringify(message));

test("a field that nobody knows is dropped", () => {
  expect(read({ type: "text", text: "hi", mood: "good" })).toEqual({ type: "text", text: "hi" });
  expect(read({ type: "quiet", conversation: "c" })).toEqual({ type: "quiet", conversation: "c" });
});

test.each([
  ["no JSON", "hello", "not JSON"],
  ["no object", "[1]", 'no "type"'],
  ["null", "null", 'no "type"'],
  ["no type", "{}", 'no "type"'],
  ["an unknown type", '{"type":"sing"}', "unknown type; it may send opened, text, call"],
  ["a type of Object itself", '{"type":"constructor"}', "unknown type"],
  ["a text that is not one", '{"type":"text","text":["hi"]}', 'type text that cannot be read, in its field "text"'],
  ["a world without a snapshot", '{"type":"world"}', 'in its field "snapshot"'],
  ["a done that answers nothing", '{"type":"done"}', 'in its field "re"'],
  ["a question without an id", '{"type":"tool","name":"look"}', 'in its field "id"'],
  ["another version", '{"type":"opened","viva":2,"name":"a","version":"1"}', 'in its field "viva"'],
])("%s is a fault that says so", (_name, line, words) => {
  expect(readMessage(line)).toEqual({ fault: expect.stringContaining(words) });
});

test("what is nested beyond all reason is a fault, not the end of Viva", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  expect(readMessage(`{"type":"world","snapshot":${deep}}`)).toHaveProperty("fault");
});

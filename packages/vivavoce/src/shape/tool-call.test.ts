import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWrite, type LooseToolCall, toolCallOf, toolCallSchema } from "./tool-call.ts";

const newId = () => "made-1";
const callOf = (loose: Omit<LooseToolCall, "name">) => toolCallOf({ name: "add_task", ...loose }, newId);

describe("toolCallOf", () => {
  test.each(["arguments", "input", "parameters"] as const)("the arguments may be called %s", (field) => {
    expect(callOf({ id: "1", [field]: { text: "milk" } })).toEqual({
      id: "1",
      name: "add_task",
      arguments: { text: "milk" },
    });
    expect(callOf({ id: "1", [field]: '{"text":"milk"}' }).arguments).toEqual({ text: "milk" });
  });

  test("the first of the three that is there counts", () => {
    expect(callOf({ arguments: { a: 1 }, input: { b: 2 }, parameters: { c: 3 } }).arguments).toEqual({ a: 1 });
    expect(callOf({ arguments: null, input: { b: 2 }, parameters: { c: 3 } }).arguments).toEqual({ b: 2 });
  });

  test.each([[undefined], [null], [""], [" \n"]])("%o stands for no arguments", (given) => {
    expect(callOf({ id: "1", arguments: given })).toEqual({ id: "1", name: "add_task", arguments: {} });
  });

  test.each(["{text: milk}", '{"text":"mi', "milk", "[1,", "\u0000"])(
    "text that is not JSON is kept raw: %o",
    (text) => {
      expect(callOf({ arguments: text })).toMatchObject({ arguments: {}, raw: text, error: { code: "not-json" } });
    },
  );

  test.each(["[1,2]", "null", "42", '"text"', "true"])("JSON text that is not an object is kept raw: %s", (text) => {
    const { arguments: none, raw, error } = callOf({ arguments: text });
    expect({ none, raw, code: error?.code }).toEqual({ none: {}, raw: text, code: "not-json" });
    expect(error?.message).toContain("not an object");
  });

  test.each([
    [[1, 2], "[1,2]"],
    [42, "42"],
    [true, "true"],
  ])("a value that is not an object, %o, is kept raw", (given, raw) => {
    expect(callOf({ arguments: given })).toMatchObject({ arguments: {}, raw, error: { code: "not-json" } });
  });

  test("arguments nested beyond all reason are kept as the text they are", () => {
    const text = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect(callOf({ arguments: text })).toMatchObject({ arguments: {}, raw: text, error: { code: "not-json" } });
    expect(callOf({ arguments: JSON.parse(text) })).toMatchObject({ arguments: {}, error: { code: "not-json" } });
  });

  test("a call without an id gets one, and so does a call with an empty id", () => {
    expect(callOf({}).id).toBe("made-1");
    expect(callOf({ id: "" }).id).toBe("made-1");
    expect(callOf({ id: "given" }).id).toBe("given");
  });

  test("the arguments are a copy: what the agent changes later is not in the record", () => {
    const given = { list: ["milk"] };
    const call = callOf({ arguments: given });
    given.list.push("eggs");
    expect(call.arguments).toEqual({ list: ["milk"] });
  });

  test("what JSON cannot hold is left out", () => {
    expect(callOf({ arguments: { text: "milk", run: () => 1, none: undefined } }).arguments).toEqual({ text: "milk" });
  });

  test("an argument called __proto__ is an argument", () => {
    const { arguments: given } = callOf({ arguments: '{"__proto__":{"admin":true}}' });
    expect(Object.keys(given)).toEqual(["__proto__"]);
    expect((given as { admin?: boolean }).admin).toBeUndefined();
  });

  test("an object and its JSON text are the same call, whatever is in it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (given) => {
        expect(callOf({ arguments: JSON.stringify(given) })).toEqual(callOf({ arguments: given }));
      }),
    );
  });

  test("whatever it is given, the call fits the schema", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 3 }), fc.anything()), (given) => {
        expect(toolCallSchema.safeParse(callOf({ arguments: given })).error).toBeUndefined();
      }),
    );
  });
});

test("a call writes when its tool is declared so, or when nobody said what it does", () => {
  expect((["write", "destructive"] as const).map((effect) => isWrite({ effect }))).toEqual([true, true]);
  expect((["read", "display", "control"] as const).map((effect) => isWrite({ effect }))).toEqual([false, false, false]);
  expect(isWrite({})).toBe(true);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAnswer } from "./parse-answer.ts";

const parsed = (text: string) => parseAnswer({ text, finish: "stop" });

/** Every value, in an object, is read as it was written. */
const keepsEveryValue = (write: (value: object) => string) =>
  fc.property(fc.jsonValue(), (value) => {
    const answer = parsed(write({ value }));
    expect(JSON.stringify(answer.ok ? answer.value : answer.problems)).toBe(JSON.stringify({ value }));
  });

describe("the outermost braces", () => {
  test("leave prose and a code fence behind", () => {
    expect(parsed('Sure!\n```json\n{"a": {"b": 1}}\n```\nBye')).toEqual({ ok: true, value: { a: { b: 1 } } });
  });

  test("are missing where one of them is", () => {
    for (const text of ['{"a": 1', '"a": 1}', "}{"]) expect(parsed(text).ok).toBe(false);
  });
});

describe("trailing commas", () => {
  test("go, with what is between kept", () => {
    expect(parsed('{"a": [1, 2, ], "b": 3 ,\n}')).toEqual({ ok: true, value: { a: [1, 2], b: 3 } });
  });

  test("stay inside strings, also after an escaped quotation mark", () => {
    const value = { a: "one,] two,}", b: 'x",}' };
    expect(parsed(JSON.stringify(value))).toEqual({ ok: true, value });
    const quoted = { a: 'She said "go on, ]" twice.' };
    expect(parsed(JSON.stringify(quoted))).toEqual({ ok: true, value: quoted });
  });

  test("change no JSON that has none", () => {
    fc.assert(keepsEveryValue((value) => JSON.stringify(value, null, 1)));
  });
});

describe("a doubled key", () => {
  const twice = (key: string) => ({ ok: false, problems: [`an object of the answer has the key "${key}" twice`] });

  test("is found in the object that has it", () => {
    expect(parsed('{"items":[{"verdict":"no","verdict":"yes"}]}')).toEqual(twice("verdict"));
    expect(parsed('{"a":1,"b":{"a":2},"a":3}')).toEqual(twice("a"));
  });

  test("is found after a list or an object that ends in between", () => {
    const lists = '{"items":[{"verdict":"no"}],"items":[{"verdict":"yes"}]}';
    expect(parsed(lists)).toEqual(twice("items"));
    expect(parsed('{"items":[{"evidence":["a","b"],"verdict":"no","verdict":"yes"}]}')).toEqual(twice("verdict"));
    expect(parsed('{"items":[[{"a":1}],{"verdict":"no","b":{},"verdict":"yes"}]}')).toEqual(twice("verdict"));
  });

  test("is found however it is escaped", () => {
    expect(parsed('{"verdict":"no","\\u0076erdict":"yes"}')).toEqual(twice("verdict"));
  });

  test("is not found if two objects have the same key, or a string looks like one", () => {
    expect(parsed('{"items":[{"id":"a"},{"id":"b"}],"c":{"items":1}}').ok).toBe(true);
    expect(parsed('{"a":"{\\"a\\":1,\\"a\\":2}","b":["a","a"]}').ok).toBe(true);
  });

  test("is never found in what JSON.stringify writes", () => {
    fc.assert(keepsEveryValue((value) => JSON.stringify(value)));
  });
});

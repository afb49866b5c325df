import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { doubledKey, outermostBraces, withoutTrailingCommas } from "./parse-answer.ts";

describe("the outermost braces", () => {
  test("leave prose and a code fence behind", () => {
    expect(outermostBraces('Sure!\n```json\n{"a": {"b": 1}}\n```\nBye')).toBe('{"a": {"b": 1}}');
  });

  test("are missing where one of them is", () => {
    expect(outermostBraces('{"a": 1')).toBeUndefined();
    expect(outermostBraces('"a": 1}')).toBeUndefined();
    expect(outermostBraces("}{")).toBeUndefined();
  });
});

describe("trailing commas", () => {
  test("go, with what is between kept", () => {
    expect(withoutTrailingCommas('{"a": [1, 2, ], "b": 3 ,\n}')).toBe('{"a": [1, 2 ], "b": 3 \n}');
  });

  test("stay inside strings, also after an escaped quotation mark", () => {
    const text = '{"a": "one,] two,}", "b": "x\\",}"}';
    expect(withoutTrailingCommas(text)).toBe(text);
  });

  test("change no JSON that has none", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value, null, 1);
        expect(withoutTrailingCommas(json)).toBe(json);
      }),
    );
  });
});

describe("a doubled key", () => {
  test("is found in the object that has it", () => {
    expect(doubledKey('{"items":[{"verdict":"no","verdict":"yes"}]}')).toBe("verdict");
    expect(doubledKey('{"a":1,"b":{"a":2},"a":3}')).toBe("a");
  });

  test("is found however it is escaped", () => {
    expect(doubledKey('{"verdict":"no","\\u0076erdict":"yes"}')).toBe("verdict");
  });

  test("is not found if two objects have the same key, or a string looks like one", () => {
    expect(doubledKey('{"items":[{"id":"a"},{"id":"b"}],"c":{"items":1}}')).toBeUndefined();
    expect(doubledKey('{"a":"{\\"a\\":1,\\"a\\":2}","b":["a","a"]}')).toBeUndefined();
  });

  test("is never found in what JSON.stringify writes", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => doubledKey(JSON.stringify(value)) === undefined));
  });
});

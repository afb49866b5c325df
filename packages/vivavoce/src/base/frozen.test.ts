import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deepFreeze, jsonText } from "./frozen.ts";

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

describe("deepFreeze", () => {
  test("nothing in the value can be changed any more, and it is the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const before = structuredClone(value);
        expect(deepFreeze(value)).toBe(value);
        expect(isDeeplyFrozen(value)).toBe(true);
        expect(value).toEqual(before);
      }),
    );
  });

  test("lists take nothing more, deep inside as well", () => {
    const value = deepFreeze({ exchanges: [{ items: ["a"] }] });
    expect(() => value.exchanges[0]?.items.push("b")).toThrow(TypeError);
    expect(() => value.exchanges.pop()).toThrow(TypeError);
  });

  test("what lies within something that is frozen already is frozen too", () => {
    expect(isDeeplyFrozen(deepFreeze(Object.freeze({ list: [1] })))).toBe(true);
  });

  test("data nested 100,000 deep does not exhaust the stack", () => {
    const deep: unknown[] = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    expect(Object.isFrozen(deepFreeze(deep)[0])).toBe(true);
  });
});

test("the JSON text of data is that of its present state, frozen or not", () => {
  const list = ["a"];
  expect(jsonText(list)).toBe('["a"]');
  list.push("b");
  expect(jsonText(list)).toBe('["a","b"]');
  deepFreeze(list);
  expect([jsonText(list), jsonText(list)]).toEqual(['["a","b"]', '["a","b"]']);
  expect([jsonText(undefined), jsonText("a"), jsonText(null)]).toEqual([undefined, '"a"', "null"]);
});

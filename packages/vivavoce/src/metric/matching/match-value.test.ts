import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { type Expected, isMatcher, matchValue, showExpected } from "./expected.ts";

const ok = (expected: Expected, actual: JsonValue | undefined): boolean => matchValue(expected, actual).ok;
const why = (expected: Expected, actual: JsonValue | undefined): string => matchValue(expected, actual).reason;

describe("a plain value means equal", () => {
  test("any JSON value equals itself", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) =>
        ok({ equals: value as JsonValue }, value as JsonValue),
      ),
    );
  });

  test("1 and 1.0 are equal, 1 and its text are not", () => {
    expect(ok(1, JSON.parse("1.0"))).toBe(true);
    expect(ok("1", 1)).toBe(false);
    expect(ok(1, "1")).toBe(false);
    expect(ok(0, -0)).toBe(true);
  });

  test("the order of keys does not count, that of lists does", () => {
    expect(ok({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(ok([1, 2], [2, 1])).toBe(false);
  });

  test("a letter is the same however it was composed", () => {
    expect(ok("Caf\u00e9", "Cafe\u0301")).toBe(true);
    expect(ok({ matches: "^Caf\u00e9$" }, "Cafe\u0301")).toBe(true);
    expect(ok({ matches: "^Cafe\u0301$" }, "Caf\u00e9")).toBe(true);
  });

  test("null is a value, absent is not", () => {
    expect(ok(null, null)).toBe(true);
    expect(ok(null, undefined)).toBe(false);
    expect(why("x", undefined)).toBe('is absent, expected "x"');
  });

  test("a string that looks like a pattern stands for itself", () => {
    expect(ok("^a", "abc")).toBe(false);
    expect(ok("^a", "^a")).toBe(true);
  });

  test("an object with other keys beside a matcher's is a value", () => {
    expect(isMatcher({ matches: "a", more: 1 })).toBe(false);
    expect(ok({ contains: "a", more: 1 }, { contains: "a", more: 1 })).toBe(true);
    expect(ok({ equals: { matches: "a" } }, { matches: "a" })).toBe(true);
  });
});

describe("matchers", () => {
  test("oneOf", () => {
    expect(ok({ oneOf: ["hold", "someday"] }, "hold")).toBe(true);
    expect(ok({ oneOf: [1, { a: 1 }] }, { a: 1.0 })).toBe(true);
    expect(why({ oneOf: ["hold", "someday"] }, "live")).toBe('is "live", expected one of "hold", "someday"');
  });

  test("contains looks into a text", () => {
    expect(ok({ contains: "vendor" }, "Call the vendor")).toBe(true);
    expect(ok({ contains: ["Call", "vendor"] }, "Call the vendor")).toBe(true);
    expect(ok({ contains: ["Call", "bank"] }, "Call the vendor")).toBe(false);
    expect(ok({ contains: "VENDOR" }, "Call the vendor")).toBe(false);
    expect(ok({ contains: "VENDOR", ignoreCase: true }, "Call the vendor")).toBe(true);
  });

  test("contains looks into a list, for whole items", () => {
    expect(ok({ contains: "work" }, ["home", "work"])).toBe(true);
    expect(ok({ contains: "wor" }, ["home", "work"])).toBe(false);
    expect(ok({ contains: "Work", ignoreCase: true }, ["work"])).toBe(true);
    expect(ok({ contains: "5" }, 5)).toBe(false);
  });

  test("matches", () => {
    expect(ok({ matches: "\\S" }, "x")).toBe(true);
    expect(ok({ matches: "\\S" }, "  ")).toBe(false);
    expect(ok({ matches: "^call", flags: "i" }, "Call")).toBe(true);
    expect(ok({ matches: "5" }, 5)).toBe(false);
    expect(why({ matches: "^call" }, "Ask")).toBe('is "Ask", expected a text that matches /^call/');
  });

  test("a pattern that takes too long does not match, and says so", () => {
    expect(why({ matches: "^(a+)+$" }, `${"a".repeat(60)}!`)).toBe("was not decided: /^(a+)+$/ took too long");
  });

  test("a matcher with a mistake is an error, not the agent's fault", () => {
    expect(() => ok({ matches: "(" }, "(")).toThrow(/\{"matches":"\("\} is not a matcher/);
    expect(() => ok({ contains: 5 }, "5")).toThrow(/not a matcher/);
  });

  test("range takes its ends, and either may be open", () => {
    expect(ok({ range: [1, 3] }, 1)).toBe(true);
    expect(ok({ range: [1, 3] }, 3)).toBe(true);
    expect(ok({ range: [1, 3] }, 3.1)).toBe(false);
    expect(ok({ range: [null, 3] }, -1e9)).toBe(true);
    expect(ok({ range: [1, null] }, 1e9)).toBe(true);
    expect(ok({ range: [1, 3] }, "2")).toBe(false);
  });

  test("absent and any are opposites", () => {
    for (const value of [null, 0, "", [], {}] as JsonValue[]) {
      expect(ok({ absent: true }, value)).toBe(false);
      expect(ok({ any: true }, value)).toBe(true);
    }
    expect(ok({ absent: true }, undefined)).toBe(true);
    expect(ok({ any: true }, undefined)).toBe(false);
  });

  test("schema", () => {
    const schema = { type: "array", items: { type: "string" }, minItems: 1 };
    expect(ok({ schema }, ["a"])).toBe(true);
    expect(why({ schema }, ["a", 1])).toBe("does not meet its schema: $[1] is 1, not of type string");
  });

  test.each<[Expected, good: JsonValue, bad: JsonValue]>([
    [{ oneOf: ["a", null], orAbsent: true }, "a", "b"],
    [{ equals: 1, orAbsent: true }, 1, 2],
    [{ contains: "a", orAbsent: true }, "ba", "b"],
    [{ matches: "^a", orAbsent: true }, "ab", "ba"],
    [{ range: [1, 2], orAbsent: true }, 1, 3],
    [{ schema: { type: "string" }, orAbsent: true }, "a", 1],
  ])("a value may be absent or match: %j", (matcher, good, bad) => {
    expect([ok(matcher, undefined), ok(matcher, good), ok(matcher, bad)]).toEqual([true, true, false]);
    expect(why(matcher, bad)).toContain("absent");
    const { orAbsent: _, ...present } = matcher as { orAbsent: true };
    expect(ok(present as Expected, undefined)).toBe(false);
  });

  test("custom, given in code", () => {
    expect(ok({ custom: (value) => value === "a" }, "a")).toBe(true);
    expect(why({ custom: (value) => value === "a" }, "b")).toContain("that the custom check accepts");
    expect(why({ custom: () => ({ ok: false, reason: "has no verb" }) }, "b")).toBe("has no verb");
  });

  test("a custom check that throws does not match, and its message is kept", () => {
    const custom = (value: JsonValue | undefined): boolean => (value as string).startsWith("a");
    expect(ok({ custom }, "abc")).toBe(true);
    expect(why({ custom }, undefined)).toMatch(/^is absent, on which the custom check threw: /);
  });
});

test("what is expected can be said in words", () => {
  expect(showExpected("a")).toBe('"a"');
  expect(showExpected({ equals: 1 })).toBe("1");
  expect(showExpected({ oneOf: [1, 2] })).toBe("one of 1, 2");
  expect(showExpected({ contains: ["a", "b"] })).toBe('something that contains "a" and "b"');
  expect(showExpected({ matches: "a", flags: "i" })).toBe("a text that matches /a/i");
  expect(showExpected({ range: [1, 2] })).toBe("a number from 1 to 2");
  expect(showExpected({ range: [1, null] })).toBe("a number from 1");
  expect(showExpected({ range: [null, 2] })).toBe("a number up to 2");
  expect(showExpected({ range: [null, null] })).toBe("a number");
  expect(showExpected({ oneOf: [1, 2], orAbsent: true })).toBe("one of 1, 2, or absent");
  expect(showExpected({ absent: true })).toBe("nothing");
  expect(showExpected({ any: true })).toBe("anything");
  expect(showExpected({ schema: {} })).toBe("a value that meets its schema");
  expect(showExpected({ custom: () => true })).toBe("a value that the custom check accepts");
});

test("a moment is the same in any zone and notation, and a time without a zone is none", () => {
  const expected = { instant: "2026-11-16T10:00-06:00" };
  expect(matchValue(expected, "2026-11-16T16:00:00Z").ok).toBe(true);
  expect(matchValue(expected, "2026-11-16T10:00:00")).toEqual({
    ok: false,
    reason: 'is "2026-11-16T10:00:00", expected the moment 2026-11-16T10:00-06:00',
  });
  expect(matchValue({ instant: "2026-11-16T10:00Z", orAbsent: true }, undefined).ok).toBe(true);
  expect(() => matchValue({ instant: "2026-11-16T10:00" }, "x")).toThrow("is not a matcher");
});

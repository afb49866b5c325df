import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedValueSchema, matcherSchema } from "./matcher.ts";

const accepts = (value: unknown) => expectedValueSchema.safeParse(value).success;

describe("expected values", () => {
  test.each([
    { equals: { any: "thing" } },
    { equals: null },
    { oneOf: [1, "a"] },
    { contains: "a" },
    { contains: ["a", "b"], ignoreCase: true },
    { matches: "^a.*$", flags: "is" },
    { range: [null, 5] },
    { absent: true },
    { any: true },
    { schema: { type: "string" } },
  ])("%j is a matcher", (matcher) => {
    expect(matcherSchema.parse(matcher)).toEqual(matcher);
    expect(expectedValueSchema.parse(matcher)).toEqual(matcher);
  });

  const plain: unknown[] = [
    "^a",
    5,
    null,
    true,
    [],
    [{ contains: 5 }],
    {},
    { path: "x", contains: "y" },
    { toString: 1 },
  ];
  test.each(plain.map((value) => ({ value })))("$value is a plain value", ({ value }) => {
    expect(matcherSchema.safeParse(value).success).toBe(false);
    expect(expectedValueSchema.parse(value)).toEqual(value);
  });

  test.each([
    { contains: 5 },
    { contains: "" },
    { contains: ["a", ""] },
    { equals: 1, oneOf: [1] },
    { oneOf: [] },
    { absent: false },
    { flags: "i" },
    { range: [1, 2, 3] },
    { matches: "[" },
    { matches: "a", flags: "ii" },
    { equals: undefined },
    { orAbsent: true },
    { absent: true, orAbsent: true },
    { any: true, orAbsent: true },
    { oneOf: [1], orAbsent: false },
    { absent: true, oneOf: [1] },
    { schema: { type: "text" } },
    { schema: { require: ["a"] } },
  ])("%j is a slip, and refused", (value) => expect(accepts(value)).toBe(false));

  test("a slip that is meant as data can be said with equals", () => {
    expect(accepts({ equals: { contains: 5 } })).toBe(true);
  });

  test("any JSON value can be expected through equals", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => accepts({ equals: value })));
  });

  test("what is not JSON cannot", () => {
    for (const value of [Number.NaN, undefined, () => 1, new Date(), { a: [Number.POSITIVE_INFINITY] }, 1n]) {
      expect(accepts(value)).toBe(false);
    }
  });
});

test("the Python bridge knows every matcher, and gives none of them to deepeval as a plain value", () => {
  const bridge = join(import.meta.dirname, "../../../../python/viva_bridge/deepeval_cases.py");
  const listed = /_matchers = \{(.*)\}/.exec(readFileSync(bridge, "utf8"))?.[1]?.match(/\w+/g);
  const names = matcherSchema.options.map((option) => Object.keys(option.shape)[0]);
  expect(new Set(listed)).toEqual(new Set(names));
});

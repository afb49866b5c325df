import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject, jsonCopy, toJsonValue } from "./json.ts";

test("a copy of JSON data is equal and shares nothing", () => {
  const data = { list: [{ deep: [1, null] }], none: undefined };
  const copy = jsonCopy(data);
  expect(copy).toEqual(data);
  copy.list[0]?.deep.push(2);
  expect(data.list[0]?.deep).toEqual([1, null]);
});

describe("toJsonValue", () => {
  test("JSON data comes back as it is, as a copy", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = toJsonValue(value);
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
        if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  test("anything at all gives something that JSON holds", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          const copy = toJsonValue(value);
          expect(JSON.parse(JSON.stringify(copy))).toEqual(copy);
        },
      ),
    );
  });

  test("what JSON cannot hold becomes null or is left out", () => {
    expect(toJsonValue(undefined)).toBe(null);
    expect(toJsonValue(() => 1)).toBe(null);
    expect(toJsonValue(Number.NaN)).toBe(null);
    expect(toJsonValue({ a: undefined, b: () => 1, c: Symbol("c"), d: [undefined] })).toEqual({ d: [null] });
    expect(toJsonValue(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  });

  test("what JSON refuses becomes a string", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(toJsonValue(cycle)).toBe("[no JSON: Converting circular structure to JSON]");
    expect(toJsonValue(12n)).toBe("12");
    expect(toJsonValue({ count: 12n })).toBe("[no JSON: Do not know how to serialize a BigInt]");
  });

  test("an object without a prototype, or one that throws when it is read, does not throw here", () => {
    expect(toJsonValue(Object.assign(Object.create(null), { count: 1n }))).toMatch(/^\[no JSON/);
    const broken = {
      toJSON() {
        throw new Error("broken\nbeyond repair");
      },
    };
    expect(toJsonValue(broken)).toBe("[no JSON: broken]");
    const rude = {
      toJSON() {
        throw "rude";
      },
    };
    expect(toJsonValue(rude)).toBe("[no JSON: it cannot be read]");
  });

  test.each([201, 5_000, 200_000])(
    "data nested %i deep is not taken in: whoever reads it would run out of stack",
    (depth) => {
      expect(toJsonValue(JSON.parse("[".repeat(depth + 1) + "]".repeat(depth + 1)))).toBe(
        "[nested more than 200 deep]",
      );
    },
  );

  test("data nested 150 deep is kept", () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(150)}1${"}".repeat(150)}`);
    expect(toJsonValue(deep)).toEqual(deep);
  });

  test("a field called __proto__ stays a field", () => {
    const copy = toJsonValue(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(Object.keys(copy as object)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test("a JSON object is neither a list nor null", () => {
  expect(isJsonObject({})).toBe(true);
  expect(isJsonObject([])).toBe(false);
  expect(isJsonObject(null)).toBe(false);
  expect(isJsonObject("{}")).toBe(false);
});

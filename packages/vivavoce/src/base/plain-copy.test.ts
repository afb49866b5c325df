import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonCopy } from "./json.ts";

/** What JSON makes of a value, if it makes anything of it. */
function written(value: unknown): { value: unknown } | undefined {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

test("JSON data is copied as JSON writes and reads it, at every level", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const copy = jsonCopy(value);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
    }),
  );
  const [inner, list] = [{ a: 1 }, [1]];
  const copy = jsonCopy({ inner, list });
  expect(copy.inner).not.toBe(inner);
  expect(copy.list).not.toBe(list);
});

test("whatever is copied is what JSON makes of it", () => {
  const any = fc.anything({
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withBoxedValues: true,
  });
  fc.assert(
    fc.property(any, (value) => {
      const made = written(value);
      if (made) expect(jsonCopy(value)).toStrictEqual(made.value);
    }),
  );
});

test.each<[string, unknown]>([
  ["a date", { at: new Date(0) }],
  ["an object that says what it is as JSON", { toJSON: () => 1 }],
  ["a list with a hole", new Array(2)],
  ["a list with undefined", [undefined]],
  ["a number that JSON has no word for", { a: Number.NaN }],
  ["a function", { a: () => 1 }],
  ["an object of a class", new (class Own {})()],
  ["a field that would be the prototype", JSON.parse('{"__proto__": {"a": 1}}')],
  ["undefined fields and -0", { a: undefined, b: -0 }],
  ["data that is nested 300 deep", JSON.parse("[".repeat(300) + "]".repeat(300))],
])("%s is copied as JSON writes and reads it", (_name, value) =>
  expect({ value: jsonCopy(value) }).toStrictEqual(written(value)),
);

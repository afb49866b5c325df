import fc from "fast-check";
import { expect, test } from "vitest";
import { notPlain, plainCopy } from "./json.ts";

const written = (value: unknown) => JSON.parse(JSON.stringify(value));

test("JSON data is copied as JSON writes and reads it, at every level", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const copy = plainCopy(value, 10);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
      if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
    }),
  );
  const [inner, list] = [{ a: 1 }, [1]];
  const copy = plainCopy({ inner, list }, 10) as { inner: object; list: number[] };
  expect(copy.inner).not.toBe(inner);
  expect(copy.list).not.toBe(list);
});

test("whatever is copied is what JSON makes of it; the rest is left to JSON", () => {
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
      const copy = plainCopy(value, 20);
      if (copy !== notPlain) expect(copy).toStrictEqual(written(value));
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
  ["data that is deeper than asked for", [[[1]]]],
])("%s is left to JSON", (_name, value) => expect(plainCopy(value, 2)).toBe(notPlain));

test("undefined fields are left out, and -0 is 0", () => {
  expect(plainCopy({ a: undefined, b: -0 }, 2)).toStrictEqual({ b: 0 });
});

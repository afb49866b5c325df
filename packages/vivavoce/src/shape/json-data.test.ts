import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { jsonDataSchema } from "./json-data.ts";

describe("JSON data", () => {
  test("any JSON value is passed through as it is", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Object.is(jsonDataSchema.parse(value), value)));
  });

  const kinds = { withDate: true, withMap: true, withBigInt: true, withNullPrototype: true };

  test("it accepts what zod's own does", () => {
    // Zod's own does not look at a field called __proto__, and drops it.
    const key = fc.string().filter((name) => name !== "__proto__");
    fc.assert(
      fc.property(
        fc.anything({ ...kinds, key }),
        (value) => jsonDataSchema.safeParse(value).success === z.json().safeParse(value).success,
      ),
      { numRuns: 1000 },
    );
  });

  test("a field called __proto__ is looked at like any other, and kept", () => {
    const within = (name: string, value: unknown) =>
      Object.defineProperty({}, name, { value, enumerable: true, configurable: true, writable: true });
    fc.assert(
      fc.property(fc.anything(kinds), (value) => {
        const [odd, plain] = ["__proto__", "a"].map((name) => jsonDataSchema.safeParse(within(name, value)));
        expect(odd?.success).toBe(plain?.success);
        if (odd?.success) expect(Object.keys(odd.data as object)).toEqual(["__proto__"]);
      }),
    );
  });

  test.each([
    [undefined, [], "this field is missing"],
    [{ a: [1, { b: undefined }] }, ["a", 1, "b"], "this field is missing"],
    [{ a: Number.NaN }, ["a"], "should be a finite number"],
    [{ when: new Date(0) }, ["when"], "should be plain JSON data"],
    [[() => 1], [0], "should be plain JSON data"],
    [new Map(), [], "should be plain JSON data"],
  ])("%# is refused at its place", (value, path, message) => {
    expect(jsonDataSchema.safeParse(value).error?.issues).toMatchObject([{ path, message }]);
  });

  test("it may be left out where it is optional, and not where it is not", () => {
    expect(z.object({ a: jsonDataSchema.optional() }).safeParse({}).success).toBe(true);
    expect(z.object({ a: jsonDataSchema }).safeParse({}).success).toBe(false);
  });
});

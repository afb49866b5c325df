import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { jsonDataSchema } from "./json-data.ts";

describe("JSON data", () => {
  test("any JSON value is passed through as it is", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Object.is(jsonDataSchema.parse(value), value)));
  });

  test("it accepts what zod's own does", () => {
    const values = fc.anything({ withDate: true, withMap: true, withBigInt: true, withNullPrototype: true });
    fc.assert(
      fc.property(values, (value) => jsonDataSchema.safeParse(value).success === z.json().safeParse(value).success),
      { numRuns: 1000 },
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

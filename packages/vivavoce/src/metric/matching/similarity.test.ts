import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { argumentSimilarity } from "./mismatches.ts";

const plainObjects = fc.dictionary(
  fc.constantFrom("a", "b", "c"),
  fc.oneof(
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom("x", "y"),
    fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("d", "f"), fc.integer({ min: 0, max: 1 })),
  ),
) as fc.Arbitrary<JsonObject>;

describe("argumentSimilarity", () => {
  test("is the share of equal leaves over the union of keys", () => {
    expect(argumentSimilarity({ city: "Bonn", day: 3 }, { city: "Bonn", day: 4 })).toBe(1 / 2);
    expect(argumentSimilarity({ city: "Bonn" }, { city: "Bonn", day: 4 })).toBe(1 / 2);
    expect(argumentSimilarity({ city: "Bonn", day: 3 }, { city: "Bonn", hour: 4 })).toBe(1 / 3);
  });

  test("goes into objects and lists", () => {
    expect(argumentSimilarity({ at: { x: 1, y: 2 } }, { at: { x: 1, y: 3 } })).toBe(1 / 2);
    expect(argumentSimilarity({ list: ["a", "b"] }, { list: ["a", "b", "c"] })).toBe(2 / 3);
  });

  test("a matcher counts as one leaf, whatever the size of the value", () => {
    expect(argumentSimilarity({ at: { any: true }, day: 3 }, { at: { x: 1, y: 2 }, day: 4 })).toBe(1 / 2);
    expect(argumentSimilarity({ note: { absent: true }, day: 3 }, { day: 4 })).toBe(1 / 2);
  });

  test("nothing and nothing are equal, an empty list is something", () => {
    expect(argumentSimilarity({}, {})).toBe(1);
    expect(argumentSimilarity({ list: [] }, {})).toBe(0);
    expect(argumentSimilarity({ list: [] }, { list: [] })).toBe(1);
  });

  test("of plain values it is symmetric, in [0, 1], and 1 only for equal ones", () => {
    fc.assert(
      fc.property(plainObjects, plainObjects, (a, b) => {
        const likeness = argumentSimilarity(a, b);
        expect(likeness).toBe(argumentSimilarity(b, a));
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(argumentSimilarity(a, a)).toBe(1);
        if (likeness === 1) expect(a).toEqual(b);
      }),
    );
  });
});

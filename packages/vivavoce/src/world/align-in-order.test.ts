import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignInOrder } from "./pair-up.ts";

const near = (a: number, b: number) => Math.max(0, 1 - Math.abs(a - b) / 10);

describe("aligning in order", () => {
  test("prefers more pairs to closer ones", () => {
    expect(alignInOrder([1, 9], [9, 11], near)).toEqual([
      [1, 9],
      [9, 11],
    ]);
  });

  test("of as many pairs takes the closest", () => {
    expect(alignInOrder([5], [1, 5, 9], near)).toEqual([[5, 5]]);
  });

  test("pairs nothing that must not be paired, and nothing with nothing", () => {
    expect(alignInOrder([1], [2], () => 0)).toEqual([]);
    expect(alignInOrder([], [2], near)).toEqual([]);
  });

  test("never crosses", () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 12 });
    fc.assert(
      fc.property(distinct, distinct, (before, after) => {
        const pairs = alignInOrder(before, after, near);
        const places = pairs.map(([from, to]) => [before.indexOf(from), after.indexOf(to)] as const);
        for (const [index, [from, to]] of places.entries()) {
          expect(from).toBeGreaterThan(places[index - 1]?.[0] ?? -1);
          expect(to).toBeGreaterThan(places[index - 1]?.[1] ?? -1);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fisher } from "./fisher.ts";

const rate = fc.integer({ min: 0, max: 60 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe("fisher", () => {
  test("the lady tasting tea: three of four right", () => {
    const { twoSided, drop } = fisher([3, 4], [1, 4]);
    expect(twoSided).toBeCloseTo(34 / 70, 12);
    expect(drop).toBeCloseTo(17 / 70, 12);
  });

  test("a thousand cases on each side agree with scipy", () => {
    const { twoSided, drop } = fisher([900, 1000], [870, 1000]);
    expect(twoSided).toBeCloseTo(0.041904548383735134, 12);
    expect(drop).toBeCloseTo(0.020952274191867567, 12);
  });

  test("a million cases on each side are quick and finite", () => {
    const { twoSided, drop } = fisher([500_000, 1_000_000], [499_000, 1_000_000]);
    expect(drop).toBeCloseTo(0.078857252394056, 10);
    expect(twoSided).toBeCloseTo(0.1577145047881122, 10);
  });

  test("drop looks one way only: a rise is not a drop", () => {
    expect(fisher([4, 10], [9, 10]).drop).toBeGreaterThan(0.99);
    expect(fisher([9, 10], [4, 10]).drop).toBeLessThan(0.05);
  });

  test("equal rates, no cases, all passes and no passes are not evidence", () => {
    expect(fisher([5, 10], [5, 10]).twoSided).toBeCloseTo(1, 12);
    expect(fisher([0, 0], [3, 10])).toEqual({ twoSided: 1, drop: 1 });
    expect(fisher([10, 10], [7, 7])).toEqual({ twoSided: 1, drop: 1 });
    expect(fisher([0, 10], [0, 7])).toEqual({ twoSided: 1, drop: 1 });
  });

  test("a p beyond the smallest number is 0, not NaN", () => {
    expect(fisher([5000, 5000], [0, 5000])).toEqual({ twoSided: 0, drop: 0 });
  });

  test("two-sided p does not change with the order or with what counts as success", () => {
    fc.assert(
      fc.property(rate, rate, ([k1, n1], [k2, n2]) => {
        const { twoSided, drop } = fisher([k1, n1], [k2, n2]);
        expect(fisher([k2, n2], [k1, n1]).twoSided).toBeCloseTo(twoSided, 11);
        expect(fisher([n1 - k1, n1], [n2 - k2, n2]).twoSided).toBeCloseTo(twoSided, 11);
        expect(fisher([n2 - k2, n2], [n1 - k1, n1]).drop).toBeCloseTo(drop, 11);
        expect(twoSided).toBeLessThanOrEqual(1);
        expect(twoSided).toBeGreaterThan(0);
      }),
    );
  });

  test("impossible counts are errors", () => {
    expect(() => fisher([3, 2], [1, 2])).toThrow(new RangeError("fisher: k1 is 3: pass a whole number from 0 to 2"));
    expect(() => fisher([1, 2], [1, -2])).toThrow("fisher: n2 is -2");
  });
});

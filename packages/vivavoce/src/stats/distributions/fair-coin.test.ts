import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fairCoinAtMost, fairCoinExactly } from "../mcnemar.ts";

describe("a fair coin", () => {
  test("small numbers of throws are exact", () => {
    expect(fairCoinExactly(3, 13)).toBeCloseTo(286 / 8192, 14);
    expect(fairCoinExactly(0, 1)).toBeCloseTo(0.5, 14);
    expect(fairCoinAtMost(3, 13)).toBeCloseTo(378 / 8192, 14);
    expect(fairCoinAtMost(4, 4)).toBe(1);
    expect(fairCoinAtMost(0, 10)).toBeCloseTo(1 / 1024, 14);
  });

  test("the chances of exactly so many add up to the chance of at most so many", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(300), (n, bound) => {
        const k = Math.min(bound, n);
        let sum = 0;
        for (let heads = 0; heads <= k; heads += 1) sum += fairCoinExactly(heads, n);
        expect(fairCoinAtMost(k, n)).toBeCloseTo(sum, 12);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crossDeviation, meanOf, sumOf, varianceOf } from "./moments.ts";

describe("moments", () => {
  test("equal numbers have exactly their own value as mean, and no variance", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 2, max: 200 }), (value, n) => {
        const xs = new Array<number>(n).fill(value);
        expect(meanOf(xs)).toBe(value + 0);
        expect(varianceOf(xs)).toBe(0);
      }),
    );
  });

  test("a plain sum would miss that", () => {
    expect(sumOf([0.1, 0.1, 0.1]) / 3).not.toBe(0.1);
    expect(meanOf([0.1, 0.1, 0.1])).toBe(0.1);
  });

  test("the variance divides by n − 1 and is undefined for one number", () => {
    expect(varianceOf([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(32 / 7, 14);
    expect(varianceOf([3])).toBeUndefined();
    expect(varianceOf([])).toBeUndefined();
  });

  test("a common offset does not change the deviations", () => {
    const far = [1e9 + 1, 1e9 + 2, 1e9 + 3];
    expect(crossDeviation(far, far)).toBe(2);
    expect(crossDeviation([1, 2, 3], [6, 4, 2])).toBe(-4);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newcombe } from "./newcombe.ts";

const counts = fc.integer({ min: 1, max: 500 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe("newcombe", () => {
  test.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
    [10, 10, 0, 10, 0.6075, 1],
  ])("method 10 of the paper: %i/%i − %i/%i", (k1, n1, k2, n2, lo, hi) => {
    const result = newcombe(k1, n1, k2, n2);
    expect(result.lo).toBeCloseTo(lo, 4);
    expect(result.hi).toBeCloseTo(hi, 4);
  });

  test("contains the difference, stays within ±1 and changes sign with the order", () => {
    fc.assert(
      fc.property(counts, counts, ([k1, n1], [k2, n2]) => {
        const { diff = Number.NaN, lo = Number.NaN, hi = Number.NaN } = newcombe(k1, n1, k2, n2);
        expect(lo).toBeLessThanOrEqual(diff);
        expect(hi).toBeGreaterThanOrEqual(diff);
        expect(lo).toBeGreaterThanOrEqual(-1);
        expect(hi).toBeLessThanOrEqual(1);
        expect(newcombe(k2, n2, k1, n1).lo).toBeCloseTo(-hi, 12);
      }),
    );
  });

  test("a side without a case leaves the difference undefined", () => {
    expect(newcombe(0, 0, 3, 10)).toEqual({ diff: undefined, lo: undefined, hi: undefined });
    expect(newcombe(3, 10, 0, 0).diff).toBeUndefined();
  });

  test("says which count is impossible", () => {
    expect(() => newcombe(1, 2, 4, 3)).toThrow(new RangeError("newcombe: k2 is 4: pass a whole number from 0 to 3"));
    expect(() => newcombe(3, 2, 1, 3)).toThrow("newcombe: k1 is 3");
  });
});

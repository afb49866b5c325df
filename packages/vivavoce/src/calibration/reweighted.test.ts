import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundedMean } from "../stats/index.ts";
import { reweighted } from "./reweighted.ts";

const mean = ([sum = 0, n = 0]: readonly number[]) => sum / n;
const rules = {
  range: [0, 1],
  next: [
    [
      [0, 1],
      [1, 1],
    ],
  ],
} as const;
const rates = (passed: number, n: number) => Array.from({ length: n }, (_, index) => [index < passed ? 1 : 0, 1]);

describe("reweighted", () => {
  test.each([
    [10, 10],
    [27, 30],
    [50, 100],
    [400, 1_000],
  ])("of a mean is boundedMean: %i of %i", (passed, n) => {
    const interval = reweighted(rates(passed, n), mean, { ...rules, draws: 5_000 });
    const exact = boundedMean(rates(passed, n).map(([value = 0]) => value));
    expect(interval?.lo).toBeCloseTo(exact?.lo ?? Number.NaN, 1.5);
    expect(interval?.hi).toBeCloseTo(exact?.hi ?? Number.NaN, 1.5);
  });

  test("has a width, lies in the range, and does not depend on the order of the units", () => {
    const units = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constant(3)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(units, (drawn) => {
        const interval = reweighted(drawn, mean, { ...rules, draws: 200 });
        expect(reweighted(drawn.toReversed(), mean, { ...rules, draws: 200 })).toEqual(interval);
        expect(interval?.lo).toBeGreaterThanOrEqual(0);
        expect(interval?.hi).toBeLessThanOrEqual(1);
        expect(interval?.lo).toBeLessThan(interval?.hi ?? 0);
      }),
      { numRuns: 30 },
    );
  });

  test("takes the end of the range where the statistic has no value", () => {
    expect(reweighted([[1], [1]], () => undefined, { ...rules, draws: 40 })).toEqual({ lo: 0, hi: 1 });
  });

  test("without a unit there is no interval", () => {
    expect(reweighted([], mean, rules)).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundedMean } from "../stats/index.ts";
import { estimated } from "./reweighted.ts";

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
const reweighted = (units: readonly (readonly number[])[], statistic: Parameters<typeof estimated>[2] = mean) =>
  estimated(
    units.map((sums, index) => ({ cluster: `${index}`, sums })),
    ({ sums }) => sums,
    statistic,
    rules,
  );

describe("reweighted", () => {
  test.each([
    [10, 10],
    [27, 30],
    [50, 100],
    [400, 1_000],
  ])("of a mean is boundedMean: %i of %i", (passed, n) => {
    const interval = reweighted(rates(passed, n));
    const exact = boundedMean(rates(passed, n).map(([value = 0]) => value));
    expect(interval?.lo).toBeCloseTo(exact?.lo ?? Number.NaN, 1.5);
    expect(interval?.hi).toBeCloseTo(exact?.hi ?? Number.NaN, 1.5);
  });

  test("has a width, lies in the range, and does not depend on the order of the units", () => {
    const units = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constant(3)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(units, (drawn) => {
        const interval = reweighted(drawn);
        expect(reweighted(drawn.toReversed())).toEqual(interval);
        expect(interval?.lo).toBeGreaterThanOrEqual(0);
        expect(interval?.hi).toBeLessThanOrEqual(1);
        expect(interval?.lo).toBeLessThan(interval?.hi ?? 0);
      }),
      { numRuns: 30 },
    );
  });

  test("takes the end of the range where the statistic has no value", () => {
    const ofAll = ([sum]: readonly number[]) => (sum === 2 ? 0.5 : undefined);
    expect(reweighted([[1], [1]], ofAll)).toEqual({ value: 0.5, lo: 0, hi: 1 });
  });

  test("is undefined without a unit, and without a value", () => {
    expect(reweighted([])).toBeUndefined();
    expect(reweighted([[1], [1]], () => undefined)).toBeUndefined();
  });

  test("takes the items of one cluster as one unit", () => {
    const items = rates(8, 10).map((sums, index) => ({ cluster: `${index % 5}`, sums }));
    const byCase = Array.from({ length: 5 }, (_, index) => [index < 3 ? 2 : 1, 2]);
    expect(estimated(items, ({ sums }) => sums, mean, rules)).toEqual(reweighted(byCase));
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { kendallTauB, pearson, spearman } from "./correlation.ts";

const measures = [
  ["pearson", pearson],
  ["spearman", spearman],
  ["kendallTauB", kendallTauB],
] as const;

const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
const television = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];

const pairs = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { minLength: 2, maxLength: 30 })
  .map((list) => [list.map(([x]) => x), list.map(([, y]) => y)] as const);

describe("textbook cases", () => {
  test("Spearman of intelligence and hours of television: −29/165", () => {
    expect(spearman(iq, television)).toBeCloseTo(-29 / 165, 12);
    expect(kendallTauB(iq, television)).toBeCloseTo(-1 / 9, 12);
    expect(pearson(iq, television)).toBeCloseTo(-0.07021632602905677, 12);
  });

  test("Kendall with ties agrees with scipy's example", () => {
    expect(kendallTauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.47140452079103173, 12);
  });

  test("a monotone curve is perfect in ranks only", () => {
    const x = [1, 2, 3, 4, 5];
    const y = x.map((value) => Math.exp(value));
    expect(spearman(x, y)).toBe(1);
    expect(kendallTauB(x, y)).toBe(1);
    expect(pearson(x, y)).toBeLessThan(0.95);
  });
});

describe.each(measures)("%s", (name, measure) => {
  test("stays within ±1, does not change with the order of the two, and mirrors", () => {
    fc.assert(
      fc.property(pairs, ([x, y]) => {
        const value = measure(x, y);
        expect(value === undefined).toBe(new Set(x).size === 1 || new Set(y).size === 1);
        if (value === undefined) return;
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(measure(y, x)).toBeCloseTo(value, 12);
        expect(
          measure(
            x,
            y.map((other) => -other),
          ),
        ).toBeCloseTo(-value, 12);
      }),
    );
  });

  test("a side that does not vary leaves it undefined, also in numbers that rounding blurs", () => {
    expect(measure([0.1, 0.1, 0.1], [1, 2, 3])).toBeUndefined();
    expect(measure([1, 2, 3], [0.7, 0.7, 0.7])).toBeUndefined();
  });

  test("fewer than two pairs leave it undefined", () => {
    expect(measure([], [])).toBeUndefined();
    expect(measure([1], [2])).toBeUndefined();
  });

  test("is 1 with itself and −1 with its opposite", () => {
    expect(measure([3, 1, 2, 2], [3, 1, 2, 2])).toBeCloseTo(1, 14);
    expect(measure([3, 1, 2, 2], [-3, -1, -2, -2])).toBeCloseTo(-1, 14);
  });

  test("lists of different length cannot be paired", () => {
    expect(() => measure([1, 2], [1])).toThrow(RangeError);
    expect(() => measure([1, 2], [1])).toThrow(`${name}: x and y have 2 and 1 values`);
    expect(() => measure([1, Number.NaN], [1, 2])).toThrow(`${name}: x[1] is NaN`);
  });
});

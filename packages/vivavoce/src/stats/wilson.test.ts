import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clopperPearson } from "./clopper-pearson.ts";
import { wilson } from "./wilson.ts";

const counts = fc.integer({ min: 1, max: 2000 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe.each([
  ["wilson", wilson],
  ["clopperPearson", clopperPearson],
])("%s", (name, interval) => {
  test("contains the rate and stays within 0 and 1", () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const { lo, hi } = interval(k, n) ?? { lo: Number.NaN, hi: Number.NaN };
        expect(lo).toBeGreaterThanOrEqual(0);
        expect(lo).toBeLessThanOrEqual(k / n);
        expect(hi).toBeGreaterThanOrEqual(k / n);
        expect(hi).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("counting failures instead of passes mirrors it", () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        expect(interval(k, n)?.lo).toBeCloseTo(1 - (interval(n - k, n)?.hi ?? Number.NaN), 11);
      }),
    );
  });

  test("ten times the cases at the same rate narrow it", () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const few = interval(k, n);
        const many = interval(10 * k, 10 * n);
        if (!few || !many) throw new Error("an interval is missing");
        expect(many.hi - many.lo).toBeLessThan(few.hi - few.lo);
      }),
    );
  });

  test("a higher level widens it", () => {
    const [narrow, wide] = [interval(45, 50, 0.9), interval(45, 50, 0.99)];
    expect(wide?.lo).toBeLessThan(narrow?.lo ?? Number.NaN);
    expect(wide?.hi).toBeGreaterThan(narrow?.hi ?? Number.NaN);
  });

  test("none of n starts at exactly 0, all of n ends at exactly 1", () => {
    for (const n of [1, 3, 7, 20, 49, 1000]) {
      expect(interval(0, n)?.lo).toBe(0);
      expect(interval(n, n)?.hi).toBe(1);
    }
  });

  test("without a case there is no interval", () => {
    expect(interval(0, 0)).toBeUndefined();
  });

  test("impossible counts and levels are errors", () => {
    expect(() => interval(3, 2)).toThrow(new RangeError(`${name}: k is 3: pass a whole number from 0 to 2`));
    expect(() => interval(-1, 2)).toThrow(RangeError);
    expect(() => interval(0.5, 2)).toThrow(RangeError);
    expect(() => interval(1, 2, 1)).toThrow(`${name}: level is 1`);
    expect(() => interval(1, 2, 95)).toThrow(RangeError);
  });
});

describe("published examples", () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("Wilson, Newcombe 1998: %i of %i", (k, n, lo, hi) => {
    expect(wilson(k, n)?.lo).toBeCloseTo(lo, 4);
    expect(wilson(k, n)?.hi).toBeCloseTo(hi, 4);
  });

  test.each([
    [81, 263, 0.2527, 0.3676],
    [15, 148, 0.0578, 0.1617],
    [0, 20, 0, 0.1684],
    [1, 29, 0.0009, 0.1776],
  ])("Clopper and Pearson, Newcombe 1998: %i of %i", (k, n, lo, hi) => {
    expect(clopperPearson(k, n)?.lo).toBeCloseTo(lo, 4);
    expect(clopperPearson(k, n)?.hi).toBeCloseTo(hi, 4);
  });

  test("other levels agree with statsmodels", () => {
    expect(wilson(45, 50, 0.99)?.lo).toBeCloseTo(0.7402692104043159, 12);
    expect(wilson(45, 50, 0.99)?.hi).toBeCloseTo(0.9660091162215817, 12);
    expect(clopperPearson(45, 50, 0.99)?.lo).toBeCloseTo(0.7419502711835912, 12);
    expect(clopperPearson(45, 50, 0.99)?.hi).toBeCloseTo(0.9777821851924495, 12);
  });

  test("none of n has closed forms: the rule of three's exact version", () => {
    expect(clopperPearson(0, 97)?.hi).toBeCloseTo(1 - 0.025 ** (1 / 97), 13);
    expect(clopperPearson(1, 97)?.lo).toBeCloseTo(1 - 0.975 ** (1 / 97), 13);
  });

  test("millions of cases keep their digits", () => {
    expect(clopperPearson(500, 10_000_000)?.lo).toBeCloseTo(0.00004571295339, 13);
    expect(clopperPearson(500, 10_000_000)?.hi).toBeCloseTo(0.00005458080184, 13);
  });
});

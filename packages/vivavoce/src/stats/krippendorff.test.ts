import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { krippendorffAlpha, type Rating } from "./krippendorff.ts";

const levels = ["nominal", "ordinal", "interval"] as const;

/** Rows are observers in Krippendorff's paper; we take units. */
function unitsOf(...observers: string[]): string[][] {
  const rows = observers.map((row) => row.split(" "));
  return (rows[0] ?? []).map((_, unit) => rows.map((row) => row[unit] ?? ""));
}

describe("the examples of Krippendorff, 2011", () => {
  test("A: two observers, two values: 0.095", () => {
    const units = unitsOf("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0").map((unit) => unit.map(Number));
    for (const level of levels) expect(krippendorffAlpha(units, level)).toBeCloseTo(0.095, 3);
  });

  test("B: two observers, five names: 0.692", () => {
    const units = unitsOf("a a b b d c c c e d d a", "b a b b b c c c e d d d");
    expect(krippendorffAlpha(units, "nominal")).toBeCloseTo(0.692, 3);
  });

  test("C and D: four observers with gaps: 0.743, 0.815 and 0.849", () => {
    const rows: Rating[][] = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
      [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
    ];
    const units = Array.from({ length: 12 }, (_, unit) => rows.map((row) => row[unit]));
    expect(krippendorffAlpha(units, "nominal")).toBeCloseTo(0.743, 3);
    expect(krippendorffAlpha(units, "ordinal")).toBeCloseTo(0.815, 3);
    expect(krippendorffAlpha(units, "interval")).toBeCloseTo(0.849, 3);
  });
});

const units = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 12,
});

describe("krippendorffAlpha", () => {
  test("null, undefined and NaN are ratings that were not given", () => {
    const given = [
      [1, 1],
      [2, 3],
      [3, 3, 1],
    ];
    const gaps = [[1, null, 1], [undefined, 2, 3], [3, 3, Number.NaN, 1], [4], [null, 5], []];
    for (const level of levels) expect(krippendorffAlpha(gaps, level)).toBe(krippendorffAlpha(given, level));
  });

  test("full agreement over different values is 1", () => {
    for (const level of levels)
      expect(
        krippendorffAlpha(
          [
            [1, 1],
            [3, 3, 3],
            [2, 2],
          ],
          level,
        ),
      ).toBe(1);
  });

  test("systematic disagreement is below 0", () => {
    for (const level of levels)
      expect(
        krippendorffAlpha(
          [
            [1, 2],
            [2, 1],
            [1, 2],
          ],
          level,
        ),
      ).toBeLessThan(0);
  });

  test("one value everywhere, no pair or no unit: undefined", () => {
    for (const level of levels) {
      expect(
        krippendorffAlpha(
          [
            [2, 2],
            [2, 2],
          ],
          level,
        ),
      ).toBeUndefined();
      expect(krippendorffAlpha([[1], [2], [null, 3]], level)).toBeUndefined();
      expect(krippendorffAlpha([], level)).toBeUndefined();
    }
  });

  test("the order of units and of ratings does not matter", () => {
    fc.assert(
      fc.property(units, fc.constantFrom(...levels), (given, level) => {
        const turned = given.map((unit) => unit.toReversed()).toReversed();
        const alpha = krippendorffAlpha(given, level);
        if (alpha === undefined) expect(krippendorffAlpha(turned, level)).toBeUndefined();
        else expect(krippendorffAlpha(turned, level)).toBeCloseTo(alpha, 12);
      }),
    );
  });

  test("what may be done to the scale: any renaming, any rising map, any straight line", () => {
    fc.assert(
      fc.property(units, (given) => {
        const mapped = (f: (value: number) => number) => given.map((unit) => unit.map(f));
        const same = (level: (typeof levels)[number], f: (value: number) => number) => {
          const alpha = krippendorffAlpha(given, level);
          if (alpha !== undefined) expect(krippendorffAlpha(mapped(f), level)).toBeCloseTo(alpha, 10);
        };
        same("nominal", (value) => (value * 7) % 11);
        same("ordinal", (value) => 10 ** value);
        same("interval", (value) => 3 * value - 20);
      }),
    );
  });

  test("the level counts", () => {
    const values = levels.map((level) =>
      krippendorffAlpha(
        [
          [1, 1],
          [2, 2],
          [1, 2],
          [9, 9],
          [2, 9],
        ],
        level,
      ),
    );
    expect(new Set(values).size).toBe(3);
  });

  test("names have no order and no distance", () => {
    expect(
      krippendorffAlpha(
        [
          ["pass", "pass"],
          ["fail", "pass"],
          ["fail", "fail"],
        ],
        "nominal",
      ),
    ).toBeGreaterThan(0);
    expect(() => krippendorffAlpha([["pass", "fail"]], "ordinal")).toThrow(
      new RangeError('krippendorffAlpha: a rating is "pass": pass numbers, or the level "nominal"'),
    );
    expect(() => krippendorffAlpha([[1, Number.POSITIVE_INFINITY]], "interval")).toThrow(RangeError);
  });

  test("an unknown level is an error", () => {
    expect(() => krippendorffAlpha([[1, 2]], "ratio" as "nominal")).toThrow(
      new RangeError('krippendorffAlpha: level is "ratio": pass "nominal", "ordinal" or "interval"'),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mean } from "./mean.ts";
import { repeats } from "./repeats.ts";

/** Four judges on six targets: Shrout & Fleiss, 1979, table 2; ICC(1,1) = 0.17. */
const shroutFleiss = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
];

describe("repeats", () => {
  test("the example of Shrout and Fleiss: ICC(1,1) is 0.17", () => {
    const result = repeats(shroutFleiss);
    expect(result.icc).toBeCloseTo(0.16574176840547547, 12);
    expect(result.within).toBeCloseTo(6.263888888888888, 12);
    expect(result.between).toBeCloseTo(1.2444444444444451, 12);
    expect(result.se).toBeCloseTo(0.6843995746475723, 12);
  });

  test("the unit is the case: mean and error are those of the case means", () => {
    const rows = fc.array(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 5 }), {
      minLength: 2,
      maxLength: 10,
    });
    fc.assert(
      fc.property(rows, (given) => {
        const caseMeans = given.map((row) => row.reduce((sum, x) => sum + x, 0) / row.length);
        const expected = mean(caseMeans);
        const actual = repeats(given);
        expect(actual.mean).toBeCloseTo(expected.mean ?? Number.NaN, 12);
        expect(actual.se).toBeCloseTo(expected.se ?? Number.NaN, 12);
        if (actual.icc !== undefined) expect(actual.icc).toBeGreaterThanOrEqual(0);
        if (actual.icc !== undefined) expect(actual.icc).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("repeats that always agree are all case", () => {
    expect(
      repeats([
        [1, 1],
        [0, 0],
        [1, 1],
      ]),
    ).toMatchObject({ within: 0, icc: 1 });
  });

  test("cases that differ less than their noise have no variance of their own, not a negative one", () => {
    const result = repeats([
      [0, 1],
      [1, 0],
      [0, 1],
    ]);
    expect(result).toMatchObject({ mean: 0.5, within: 0.5, between: 0, icc: 0, se: 0 });
  });

  test("rows of unequal length: each weighs by its degrees of freedom, each mean by its own noise", () => {
    const result = repeats([[1, 3], [2, 4, 6], [9]]);
    const within = (2 + 8) / 3;
    expect(result.mean).toBe(5);
    expect(result.within).toBeCloseTo(within, 12);
    expect(result.between).toBeCloseTo(13 - (within * (1 / 2 + 1 / 3 + 1)) / 3, 12);
  });

  test("without a repeat the noise is unknown, the error is not", () => {
    const result = repeats([[1], [0], [1]]);
    expect(result).toMatchObject({ within: undefined, between: undefined, icc: undefined });
    expect(result.se).toBeCloseTo(1 / 3, 12);
  });

  test("one case shows its noise and nothing else", () => {
    expect(repeats([[0, 1]])).toEqual({ mean: 0.5, within: 0.5, between: undefined, icc: undefined, se: undefined });
  });

  test("nothing varies: no share of nothing", () => {
    expect(
      repeats([
        [0.1, 0.1, 0.1],
        [0.1, 0.1],
      ]),
    ).toEqual({ mean: 0.1, within: 0, between: 0, icc: undefined, se: 0 });
  });

  test("no case: nothing is known", () => {
    expect(repeats([])).toEqual({
      mean: undefined,
      within: undefined,
      between: undefined,
      icc: undefined,
      se: undefined,
    });
  });

  test("a case without a repeat has no place in it", () => {
    expect(() => repeats([[1], []])).toThrow(new RangeError("repeats: rows[1] is empty: leave it out"));
  });
});

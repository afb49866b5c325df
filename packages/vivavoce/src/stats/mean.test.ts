import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mean } from "./mean.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });

describe("mean", () => {
  test("Student's sleep data: ten differences with the interval that every textbook prints", () => {
    const { n, mean: centre, se, ci } = mean([1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]);
    expect(n).toBe(10);
    expect(centre).toBeCloseTo(1.58, 12);
    expect(se).toBeCloseTo(1.58 / 4.062127683382037, 12);
    expect(ci?.lo).toBeCloseTo(0.7001142367230175, 10);
    expect(ci?.hi).toBeCloseTo(2.459885763276983, 10);
  });

  test("no case: nothing is known", () => {
    expect(mean([])).toEqual({ n: 0, mean: undefined, se: undefined, ci: undefined });
  });

  test("one case has a mean but no standard error", () => {
    expect(mean([0.4])).toEqual({ n: 1, mean: 0.4, se: undefined, ci: undefined });
  });

  test("equal values have a standard error of 0, not of rounding", () => {
    expect(mean([0.1, 0.1, 0.1])).toEqual({ n: 3, mean: 0.1, se: 0, ci: { lo: 0.1, hi: 0.1 } });
  });

  test("the interval is symmetric around the mean", () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 40 }), (xs) => {
        const { mean: centre = Number.NaN, ci } = mean(xs);
        expect(centre - (ci?.lo ?? Number.NaN)).toBeCloseTo((ci?.hi ?? Number.NaN) - centre, 10);
      }),
    );
  });

  test("the same values twice narrow the interval", () => {
    fc.assert(
      fc.property(fc.uniqueArray(score, { minLength: 2, maxLength: 20 }), (xs) => {
        const width = (values: number[]) => {
          const { ci } = mean(values);
          return ci ? ci.hi - ci.lo : Number.NaN;
        };
        expect(width([...xs, ...xs])).toBeLessThanOrEqual(width(xs));
      }),
    );
  });

  test("a missing value is an error, not a zero", () => {
    expect(() => mean([1, Number.NaN])).toThrow(
      new RangeError("mean: xs[1] is NaN: pass finite numbers and leave out what is missing"),
    );
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mulberry32 } from "../base/index.ts";
import { missedBy } from "./sampled-mean.test-helper.ts";
import { sampledMean } from "./sampled-mean.ts";

const single = (values: readonly number[]) => values.map((value) => ({ value, size: 1 }));
const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });

describe("sampledMean", () => {
  test("all of a plan is the mean itself, one unit says almost nothing", () => {
    expect(sampledMean(single([1, 0, 0.5]), { of: 3 })).toEqual({ mean: 0.5, lo: 0.5, hi: 0.5 });
    expect(sampledMean(single([1]), { of: 1 })).toEqual({ mean: 1, lo: 1, hi: 1 });
    const { lo, hi } = sampledMean(single([1]), { of: 1_000 }) ?? { lo: 1, hi: 0 };
    expect(lo).toBeLessThan(0.2);
    expect(hi).toBe(1);
  });

  test("only passes leave the upper end at 1, only failures the lower end at 0", () => {
    const passes = sampledMean(single(Array(60).fill(1)), { of: 500 });
    expect(passes?.lo).toBeCloseTo(0.9325, 3);
    expect(passes?.hi).toBe(1);
    const failures = sampledMean(single(Array(60).fill(0)), { of: 500 });
    expect(failures?.lo).toBe(0);
    expect(failures?.hi).toBeCloseTo(1 - (passes?.lo ?? 0), 8);
  });

  test("what is known already bounds the rest: 90 of 100 passed, so the plan has 90 passes at least", () => {
    const { lo, hi } = sampledMean(single([...Array(90).fill(1), ...Array(5).fill(0)]), { of: 100 }) ?? {
      lo: 0,
      hi: 0,
    };
    expect(lo).toBeGreaterThanOrEqual(0.9 - 1e-8);
    expect(hi).toBeLessThanOrEqual(0.95 + 1e-8);
  });

  test("the interval holds the mean, lies in [0, 1] and mirrors", () => {
    fc.assert(
      fc.property(values, fc.nat(100), (drawn, left) => {
        const of = drawn.length + left;
        const { mean, lo, hi } = sampledMean(single(drawn), { of }) ?? { mean: 0, lo: 1, hi: 0 };
        expect(lo).toBeGreaterThanOrEqual(0);
        expect(hi).toBeLessThanOrEqual(1);
        expect(lo).toBeLessThanOrEqual(mean + 1e-8);
        expect(hi).toBeGreaterThanOrEqual(mean - 1e-8);
        const mirror = sampledMean(single(drawn.map((value) => 1 - value)), { of });
        expect(mirror?.lo).toBeCloseTo(1 - hi, 6);
      }),
      { numRuns: 50 },
    );
  });

  test("cases without a value do not move it, and units of one case are cases", () => {
    const drawn = single([1, 1, 0, 1, 1, 1]);
    expect(sampledMean([...drawn, { value: 0, size: 0 }], { of: 40 })?.mean).toBeCloseTo(5 / 6, 12);
    expect(sampledMean([{ value: 0, size: 0 }], { of: 40 })).toBeUndefined();
    expect(sampledMean([], { of: 40 })).toBeUndefined();
  });

  test("a large cluster counts as one unit: fewer units, a wider interval", () => {
    const cases = sampledMean(single(Array(60).fill(1)), { of: 120 });
    const clusters = sampledMean(Array(6).fill({ value: 1, size: 10 }), { of: 12, largest: 10 });
    expect(clusters?.lo).toBeLessThan(cases?.lo ?? 0);
  });

  test("looking after every case, the interval misses the plan's mean in fewer than 1 of 20 plans", () => {
    const random = mulberry32(7);
    expect(missedBy({ random, plans: 120, of: 60, rate: 0.9 })).toBeLessThanOrEqual(6);
  });

  test("wrong input is an error", () => {
    expect(() => sampledMean(single([1, 1]), { of: 1 })).toThrow("sampledMean: of is 1");
    expect(() => sampledMean(single([2]), { of: 3 })).toThrow("sampledMean: units[0].value is 2");
    expect(() => sampledMean([{ value: 1, size: 3 }], { of: 3, largest: 2 })).toThrow(
      "sampledMean: units[0].size is 3",
    );
  });
});

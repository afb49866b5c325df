import { describe, expect, test } from "vitest";
import { assuredMean, unitsToSettle } from "./assured-mean.ts";
import { boundedMean } from "./bounded-mean.ts";

const values = (passed: number, failed: number) => [...Array<number>(passed).fill(1), ...Array<number>(failed).fill(0)];

describe("what is known about the mean of all cases", () => {
  test("each bound holds with 95 % confidence: they are the ends of an interval at 90 %", () => {
    const { lo, hi } = boundedMean(values(18, 2), { level: 0.9 }) ?? {};
    const { lower, upper, units, variance, anytime } = assuredMean(values(18, 2)) ?? {};
    expect([lower, upper]).toEqual([lo, hi]);
    expect({ units, anytime }).toEqual({ units: 20, anytime: false });
    expect(variance).toBeCloseTo(0.9 * 0.1, 12);
  });

  test("clusters count as units", () => {
    const clusters = ["a", "a", "b", "b", undefined];
    expect(assuredMean([1, 1, 1, 1, 1], { clusters })).toMatchObject({ units: 3, variance: 0 });
  });

  test("somebody who looked while it was played knows less", () => {
    const plain = assuredMean(values(60, 2));
    const looked = assuredMean(values(60, 2), { anytime: { largest: 1 } });
    expect(looked?.anytime).toBe(true);
    expect(looked?.lower).toBeLessThan(plain?.lower ?? 0);
    expect(looked?.upper).toBeGreaterThanOrEqual(plain?.upper ?? 1);
  });

  test("without a value nothing is known", () => expect(assuredMean([])).toBeUndefined());
});

describe("how many units settle a floor", () => {
  const settles = (mean: number, floor: number, variance = mean * (1 - mean), anytime = false) =>
    unitsToSettle(floor, { mean, variance, anytime });

  test("is the first count at which the bound reaches it, if all pass", () => {
    const needed = settles(1, 0.95) ?? 0;
    expect(needed).toBe(59);
    expect(assuredMean(values(needed, 0))?.lower).toBeGreaterThanOrEqual(0.95);
    expect(assuredMean(values(needed - 1, 0))?.lower).toBeLessThan(0.95);
  });

  test("is the same below the floor, by the upper bound", () => {
    const needed = settles(0, 0.05) ?? 0;
    expect(assuredMean(values(0, needed))?.upper).toBeLessThan(0.05);
    expect(assuredMean(values(0, needed - 2))?.upper).toBeGreaterThan(0.05);
  });

  test("is more where values vary more, where the floor is nearer, and where somebody looks meanwhile", () => {
    expect(settles(0.9, 0.8, 0.01)).toBeLessThan(settles(0.9, 0.8) ?? 0);
    expect(settles(0.9, 0.8)).toBeLessThan(settles(0.9, 0.85) ?? 0);
    expect(settles(0.9, 0.8)).toBeLessThan(settles(0.9, 0.8, 0.09, true) ?? 0);
  });

  test("is unknown where 10,000 would not do", () => {
    expect(settles(0.9, 0.9)).toBeUndefined();
    expect(settles(0.9, 0.8999)).toBeUndefined();
  });
});

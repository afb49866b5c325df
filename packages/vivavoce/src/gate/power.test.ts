import { describe, expect, test } from "vitest";
import { sampleSize } from "../stats/index.ts";
import { casesNeeded, type PowerBasis, powerBasis, repeatsNeeded, smallestVisible } from "./power.ts";
import { after, casesOf, resultOf } from "./results.test-helper.ts";

const basis = (more: Partial<PowerBasis> = {}): PowerBasis => {
  return { measure: "m", from: "cases", runs: ["r"], cases: 40, repeats: 1, omega2: 0.1, sigma2: undefined, ...more };
};

describe("the variance to plan with", () => {
  const spread = (index: number) => ({ values: { m: (index % 5) / 4 } });

  test("comes from the differences between past runs, where there are some", () => {
    const before = resultOf(casesOf(20, spread));
    const later = after(casesOf(20, (index) => ({ values: { m: ((index % 5) + (index % 2)) / 5 } })));
    const differences = before.cases.map((one, index) => (later.cases[index]?.values.m ?? 0) - (one.values.m ?? 0));
    const mean = differences.reduce((sum, value) => sum + value, 0) / 20;
    const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 19;
    const found = powerBasis([later, before], "m");
    expect(found).toMatchObject({ from: "differences", runs: ["22222222", "11111111"], cases: 20, repeats: 1 });
    expect(found?.omega2).toBeCloseTo(variance, 10);
  });

  test("comes from the spread of one run's cases, where there is one", () => {
    const found = powerBasis([resultOf(casesOf(20, spread))], "m");
    expect(found).toMatchObject({ from: "cases", runs: ["11111111"], sigma2: undefined });
    expect(found?.omega2).toBeCloseTo((0.125 * 20) / 19, 10);
  });

  test("runs that came out the same, or are not comparable, say nothing about differences", () => {
    const same = resultOf(casesOf(20, spread));
    expect(powerBasis([after(same.cases), same], "m")?.from).toBe("cases");
    const other = after(casesOf(20, (index) => ({ values: { m: 1 - (index % 5) / 4 }, caseHash: "other" })));
    expect(powerBasis([other, same], "m")?.from).toBe("cases");
  });

  test("is a cautious guess where hardly any case stands out, and never nothing", () => {
    const found = powerBasis([resultOf(casesOf(38, (index) => ({ values: { m: index === 0 ? 0.9 : 1 } })))], "m");
    expect(found?.from).toBe("guess");
    expect(found?.omega2).toBeCloseTo((38.9 / 40) * (1.1 / 40), 10);
    expect(powerBasis([resultOf(casesOf(5, () => ({})))])?.omega2).toBeGreaterThan(0);
  });

  test("tells the noise of repeats from the cases", () => {
    const cases = casesOf(20, (index) => ({
      values: { m: (index % 5) / 4 },
      spread: { m: 0.08 },
      trials: { passed: 4 },
    }));
    const found = powerBasis([resultOf(cases)], "m");
    expect(found).toMatchObject({ repeats: 4 });
    expect(found?.sigma2).toBeCloseTo(0.08, 12);
    expect(found?.omega2).toBeCloseTo((0.125 * 20) / 19 - 0.02, 10);
  });

  test("of the pass rate counts the repeats themselves", () => {
    const cases = casesOf(10, (index) => ({ trials: index < 5 ? { passed: 1, failed: 1 } : { passed: 2 } }));
    expect(powerBasis([resultOf(cases)])?.sigma2).toBeCloseTo(0.25, 12);
  });

  test("is unknown without a run, or without a value", () => {
    expect(powerBasis([])).toBeUndefined();
    expect(powerBasis([resultOf(casesOf(3, () => ({})))], "m")).toBeUndefined();
  });
});

describe("what it takes", () => {
  test("cases: as the formula says, rounded up, fewer with more repeats", () => {
    expect(casesNeeded(basis(), { detect: 0.05 })).toBe(Math.ceil(sampleSize({ delta: 0.05, omega2: 0.1 })));
    const noisy = basis({ sigma2: 0.2 });
    const [once, thrice] = [casesNeeded(noisy, { detect: 0.05 }, 1), casesNeeded(noisy, { detect: 0.05 }, 3)];
    expect(once).toBe(Math.ceil(sampleSize({ delta: 0.05, omega2: 0.5 })));
    expect(thrice).toBeLessThan(once);
  });

  test("cases: more for more power, and never fewer than two", () => {
    expect(casesNeeded(basis(), { detect: 0.05, power: 0.95 })).toBeGreaterThan(casesNeeded(basis(), { detect: 0.05 }));
    expect(casesNeeded(basis({ omega2: 0.0001 }), { detect: 0.5 })).toBe(2);
  });

  test("repeats: the fewest with which the cases there are suffice", () => {
    const noisy = basis({ omega2: 0.01, sigma2: 0.1, cases: 60 });
    const question = { detect: 0.05 };
    const repeats = repeatsNeeded(noisy, question) ?? 0;
    expect(repeats).toBeGreaterThan(1);
    expect(casesNeeded(noisy, question, repeats)).toBeLessThanOrEqual(60);
    expect(casesNeeded(noisy, question, repeats - 1)).toBeGreaterThan(60);
  });

  test("repeats: none will do where the cases themselves are too few, nor is it known without repeats", () => {
    expect(repeatsNeeded(basis({ omega2: 0.1, sigma2: 0.1 }), { detect: 0.05 })).toBeUndefined();
    expect(repeatsNeeded(basis({ omega2: 0.0001 }), { detect: 0.05 })).toBeUndefined();
  });

  test("the smallest visible change and the cases needed agree", () => {
    const least = smallestVisible(basis({ sigma2: 0.05 }), { cases: 100, repeats: 2 });
    expect(casesNeeded(basis({ sigma2: 0.05 }), { detect: least }, 2)).toBe(100);
    expect(smallestVisible(basis(), { cases: 400 })).toBeCloseTo(smallestVisible(basis(), { cases: 100 }) / 2, 12);
  });
});

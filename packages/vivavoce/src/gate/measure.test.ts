import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredMean, pairedTest } from "../stats/index.ts";
import type { CasePair } from "./comparability.ts";
import { caseValue, measureOf, signFlipOf } from "./measure.ts";
import { caseOf } from "./results.test-helper.ts";

/** Pairs of a metric's values, each perhaps in a cluster. */
function pairsOf(values: readonly (readonly [number | undefined, number | undefined, string?])[]): CasePair[] {
  return values.map(([before, after, cluster], index) => {
    const side = (value: number | undefined) =>
      caseOf(`case-${index}`, true, {
        values: value === undefined ? {} : { m: value },
        ...(cluster === undefined ? {} : { cluster }),
      });
    return { before: side(before), after: side(after) };
  });
}

describe("the value of a case", () => {
  test("is its pass rate, or a metric's mean", () => {
    const values = caseOf("a", false, { values: { criteria: 0.5 } });
    expect(caseValue(values, "pass rate")).toBe(0);
    expect(caseValue(values, "criteria")).toBe(0.5);
  });

  test("is not known where nothing was scored, not even for a metric that objects inherit", () => {
    expect(caseValue(caseOf("a", undefined), "pass rate")).toBeUndefined();
    expect(caseValue(caseOf("a", true), "constructor")).toBeUndefined();
  });
});

describe("a measure over paired cases", () => {
  const values = [
    [0.8, 0.9],
    [0.5, 0.7],
    [1, 0.6],
    [0.2, 0.9],
    [0.4, 0.5],
  ] as const;

  test("is the paired t interval of after − before", () => {
    const measure = measureOf(pairsOf(values), "m");
    const paired = pairedTest(
      values.map(([, after]) => after),
      values.map(([before]) => before),
    );
    expect(measure).toMatchObject({ n: 5, clusters: undefined, df: 4 });
    expect(measure.difference).toBeCloseTo(paired.diff ?? Number.NaN, 12);
    expect(measure.se).toBeCloseTo(paired.se ?? Number.NaN, 12);
    expect(measure.ci?.lo).toBeCloseTo(paired.ci?.lo ?? Number.NaN, 12);
    expect(measure.before).toBeCloseTo(0.58, 12);
    expect(measure.after).toBeCloseTo(0.72, 12);
    expect(signFlipOf(pairsOf(values), "m")).toBe(paired.signFlip);
  });

  test("counts the cases that have it in both runs, and means only over those", () => {
    const measure = measureOf(
      pairsOf([
        [0, 1],
        [undefined, 1],
        [0.5, undefined],
        [0, 0],
      ]),
      "m",
    );
    expect(measure).toMatchObject({ n: 2, before: 0, after: 0.5 });
  });

  test("no case, one case: what cannot be known is undefined, never 0", () => {
    const none = measureOf([], "m");
    expect(none).toMatchObject({
      n: 0,
      difference: undefined,
      se: undefined,
      df: undefined,
      smallestVisible: undefined,
    });
    expect(measureOf(pairsOf([[0, 1]]), "m")).toMatchObject({ n: 1, difference: 1, se: undefined, ci: undefined });
    expect(signFlipOf([], "m")).toBeUndefined();
  });

  test("no case that differs: no error, p is 1, and nothing is known about what could be seen", () => {
    const same = pairsOf([
      [0.3, 0.3],
      [0.9, 0.9],
      [1, 1],
    ]);
    expect(measureOf(same, "m")).toMatchObject({ difference: 0, se: 0, smallestVisible: undefined });
    expect(signFlipOf(same, "m")).toBe(1);
  });

  test("what rounding makes is no difference", () => {
    const same = pairsOf([
      [0.1 + 0.2, 0.3],
      [0.3, 0.1 + 0.2],
    ]);
    expect(measureOf(same, "m")).toMatchObject({ difference: 0, se: 0 });
    expect(signFlipOf(same, "m")).toBe(1);
  });

  test("the smallest visible change shrinks with the cases: four times as many see half of it", () => {
    const few = measureOf(pairsOf(values), "m");
    const many = measureOf(pairsOf(Array.from({ length: 2_000 }, (_, index) => values[index % 5] ?? [0, 0])), "m");
    const more = measureOf(pairsOf(Array.from({ length: 8_000 }, (_, index) => values[index % 5] ?? [0, 0])), "m");
    expect(few.smallestVisible ?? 0).toBeGreaterThan(many.smallestVisible ?? 1);
    expect((many.smallestVisible ?? 0) / (more.smallestVisible ?? 1)).toBeCloseTo(2, 2);
  });

  test("swapping the runs turns the sign and nothing else", () => {
    const value = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 12 }), (some) => {
        const forth = measureOf(pairsOf(some), "m");
        const back = measureOf(pairsOf(some.map(([a, b]) => [b, a])), "m");
        expect(back.difference).toBeCloseTo(-(forth.difference ?? 0), 10);
        expect(back.se).toBeCloseTo(forth.se ?? 0, 10);
        expect(signFlipOf(pairsOf(some.map(([a, b]) => [b, a])), "m")).toBeCloseTo(
          signFlipOf(pairsOf(some), "m") ?? 0,
          10,
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("cases in clusters", () => {
  const values = [
    [0, 1, "x"],
    [0, 1, "x"],
    [0, 1, "x"],
    [1, 1, "y"],
    [1, 0],
  ] as const;

  test("are cluster-robust: CR1 of the differences with t of G − 1, a case without one being its own", () => {
    const measure = measureOf(pairsOf(values), "m");
    const expected = clusteredMean([[1, 1, 1], [0], [-1]]);
    expect(measure).toMatchObject({
      n: 5,
      clusters: 3,
      df: 2,
      difference: expected.mean,
      se: expected.se,
      ci: expected.ci,
    });
    expect(measure.variance).toBeCloseTo(5 * (expected.se ?? 0) ** 2, 12);
  });

  test("flip as a whole: three cases that moved together are one sign", () => {
    // 3 and −1 in four patterns: |3 − 1| is reached or passed by all of them.
    expect(signFlipOf(pairsOf(values), "m")).toBe(1);
    const apart = values.map(([before, after]) => [before, after] as const);
    expect(signFlipOf(pairsOf(apart), "m")).toBeLessThan(1);
  });

  test("one cluster alone says nothing about others", () => {
    const one = measureOf(
      pairsOf([
        [0, 1, "x"],
        [0, 0, "x"],
      ]),
      "m",
    );
    expect(one).toMatchObject({ n: 2, clusters: 1, difference: 0.5, se: undefined, df: undefined });
  });
});

describe("the sign-flip p", () => {
  test("is exact however many cases do not differ", () => {
    const same = Array.from({ length: 500 }, () => [1, 1] as const);
    const six = Array.from({ length: 6 }, () => [1, 0] as const);
    expect(signFlipOf(pairsOf([...same, ...six]), "m")).toBe(2 / 64);
  });

  test("of thousands of cases that differ comes from t, in no time", () => {
    const some = Array.from({ length: 6_000 }, (_, index) => [0.5, index % 3 === 0 ? 0.2 : 0.6] as const);
    const p = signFlipOf(pairsOf(some), "m") ?? 0;
    expect(p).toBeLessThan(1e-6);
    const even = Array.from({ length: 6_000 }, (_, index) => [0.5, index % 2 === 0 ? 0.4 : 0.6] as const);
    expect(signFlipOf(pairsOf(even), "m")).toBeCloseTo(1, 6);
  });
});

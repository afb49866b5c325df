import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CaseGathering, type CaseValues, decidedOf, passRateOf, type TrialValues, trialsOf } from "./case-values.ts";

function trial(more: Partial<TrialValues> = {}): TrialValues {
  return { caseId: "a", caseHash: "hash", cluster: undefined, tags: ["x"], status: "passed", scores: [], ...more };
}

function gathered(...trials: TrialValues[]): CaseValues[] {
  const gathering = new CaseGathering();
  for (const one of trials) gathering.add(one);
  return gathering.cases();
}

describe("the values of a case", () => {
  test("one trial: its status and its values", () => {
    const scores = [{ metric: "criteria", value: 0.75 }];
    expect(gathered(trial({ scores, cluster: "garden" }))).toEqual([
      {
        caseId: "a",
        caseHash: "hash",
        cluster: "garden",
        tags: ["x"],
        trials: { passed: 1 },
        values: { criteria: 0.75 },
      },
    ]);
  });

  test("repeats are averaged within the case, with the variance between them", () => {
    const value = (number: number) => trial({ scores: [{ metric: "criteria", value: number }] });
    const [only] = gathered(value(0.2), value(0.4), value(0.9));
    expect(only?.values.criteria).toBeCloseTo(0.5, 12);
    expect(only?.spread?.criteria).toBeCloseTo(0.13, 12);
    expect(only?.trials).toEqual({ passed: 3 });
  });

  test("a repeat without a value is no zero: the mean is over those that have one", () => {
    const [only] = gathered(
      trial({ scores: [{ metric: "criteria", value: 1 }] }),
      trial({ status: "unscored" }),
      trial({ status: "failed", scores: [{ metric: "criteria", value: 0.5 }] }),
    );
    expect(only?.values).toEqual({ criteria: 0.75 });
    expect(only?.trials).toEqual({ passed: 1, unscored: 1, failed: 1 });
  });

  test("a trial that is not scored yet is not there", () => {
    expect(gathered(trial({ status: undefined }))).toEqual([]);
  });

  test("cases come in the order in which they were first seen, in whatever order their repeats are", () => {
    const ids = gathered(trial({ caseId: "b" }), trial({ caseId: "a" }), trial({ caseId: "b" })).map(
      (one) => one.caseId,
    );
    expect(ids).toEqual(["b", "a"]);
  });

  test("a metric called constructor is a metric", () => {
    const [only] = gathered(trial({ scores: [{ metric: "constructor", value: 1 }] }));
    expect(Object.entries(only?.values ?? {})).toEqual([["constructor", 1]]);
  });

  test("mean and variance are those of the repeats, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 }), (values) => {
        const [only] = gathered(...values.map((value) => trial({ scores: [{ metric: "m", value }] })));
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        expect(only?.values.m).toBeCloseTo(mean, 10);
        expect(only?.spread?.m).toBeCloseTo(squares / (values.length - 1), 10);
      }),
    );
  });
});

describe("the pass rate of a case", () => {
  test("is over what was decided", () => {
    expect(passRateOf({ trials: { passed: 2, failed: 1, errored: 4, skipped: 1 } })).toBeCloseTo(2 / 3, 12);
    expect(decidedOf({ trials: { passed: 2, failed: 1, errored: 4 } })).toBe(3);
    expect(trialsOf({ trials: { passed: 2, failed: 1, errored: 4 } })).toBe(7);
  });

  test("is not known where nothing was", () => {
    expect(passRateOf({ trials: { errored: 3, unscored: 1 } })).toBeUndefined();
    expect(passRateOf({ trials: {} })).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import { clusteredMean, mean, wilson } from "../stats/index.ts";
import { caseInterval } from "./case-interval.ts";

const alone = () => undefined;

describe("the interval of a mean over cases", () => {
  test("of yes and no is Wilson's", () => {
    expect(caseInterval([1, 0, 1, 1], alone)).toEqual(wilson(3, 4));
  });

  test("of values between is Student's, cut to what a mean can be", () => {
    const values = [0.2, 0.4, 0.9];
    const { lo = 0, hi = 0 } = mean(values).ci ?? {};
    expect(lo).toBeLessThan(0);
    expect(hi).toBeGreaterThan(1);
    expect(caseInterval(values, alone)).toEqual({ lo: 0, hi: 1 });
    expect(caseInterval([0.5, 0.6, 0.5, 0.6], alone)).toEqual(mean([0.5, 0.6, 0.5, 0.6]).ci);
  });

  test("takes cases of one cluster for one unit", () => {
    const clusterOf = (index: number) => (index < 2 ? "a" : undefined);
    expect(caseInterval([1, 1, 0, 1, 1], clusterOf)).toEqual({
      ...clusteredMean([[1, 1], [0], [1], [1]]).ci,
      hi: 1,
    });
  });

  test.each([0, 1])("where all are %d says how little a few units are worth", (value) => {
    const passed = value * 3;
    expect(caseInterval([value, value, value], alone)).toEqual(wilson(passed, 3));
    expect(caseInterval([value, value, value, value], (index) => (index < 2 ? "a" : undefined))).toEqual(
      wilson(passed, 3),
    );
  });

  test("of nothing is none", () => {
    expect(caseInterval([], alone)).toBeUndefined();
  });
});

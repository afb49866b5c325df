import { describe, expect, test } from "vitest";
import { thresholdMeaning } from "./criteria.ts";

const verdicts = { yes: 1, partly: 0.5, no: 0 };

describe("a threshold means", () => {
  test.each([
    [0.8, 3, "0.8 over three criteria of yes, partly, no: at least 2.5 of 3"],
    [0.7, 3, "0.7 over three criteria of yes, partly, no: at least 2.5 of 3"],
    [0.75, 4, "0.75 over four criteria of yes, partly, no: at least 3 of 4"],
    [0.5, 1, "0.5 over one criterion of yes, partly, no: at least 0.5 of 1"],
    [1, 2, "1 over two criteria of yes, partly, no: at least 2 of 2"],
    [0.7, 20, "0.7 over 20 criteria of yes, partly, no: at least 14 of 20"],
  ])("%f over %i: %s", (threshold, count, text) => {
    expect(thresholdMeaning(threshold, count, verdicts)).toEqual({ text });
  });

  test("what the values of the verdicts allow", () => {
    expect(thresholdMeaning(0.5, 3, { good: 1, bad: 0 }).text).toBe(
      "0.5 over three criteria of good, bad: at least 2 of 3",
    );
    expect(thresholdMeaning(1 / 3, 3, { a: 1, b: 1 / 3, c: 0 }).text).toMatch(/at least 1 of 3$/);
  });
});

describe("a warning is given only", () => {
  test("where the threshold can never be missed", () => {
    expect(thresholdMeaning(0, 3, verdicts).warning).toBe("the threshold 0 can never be missed");
    expect(thresholdMeaning(0.5, 3, { fine: 1, ok: 0.5 }).warning).toContain("never be missed");
  });

  test("where it can never be met", () => {
    expect(thresholdMeaning(0.9, 2, { ok: 0.8, bad: 0 })).toEqual({
      text: "0.9 over two criteria of ok, bad: out of reach, the most is 1.6 of 2",
      warning: "the threshold 0.9 can never be met",
    });
  });
});

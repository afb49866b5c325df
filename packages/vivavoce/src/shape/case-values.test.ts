import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseOf, repeatsOf, trialOf } from "../gate/results.test-helper.ts";
import { type Cell, cellsOf, meanOf } from "./case-values.ts";

describe("what the trials of a case say of a measure", () => {
  test("passed is 1 and failed 0; what has no result is missing, what nothing applied to is skipped", () => {
    expect(cellsOf(repeatsOf("a", "pfeus-"), "pass rate", 6)).toEqual([
      1,
      0,
      "missing",
      "missing",
      "skipped",
      "missing",
    ]);
  });

  test("a metric has its value, whatever became of the trial", () => {
    const trials = [
      trialOf("failed", { values: { m: 0.25 } }),
      trialOf("passed", { repeat: 2, skipped: ["m"] }),
      trialOf("failed", { repeat: 3 }),
    ];
    expect(cellsOf(caseOf("a", true, { trials }), "m", 4)).toEqual([0.25, "skipped", "missing", "missing"]);
  });

  test("a trial that failed by code does not hide that its judged metric has no value", () => {
    const trials = [trialOf("failed", { values: { toolUse: 0 } })];
    expect(cellsOf(caseOf("a", false, { trials }), "criteria", 1)).toEqual(["missing"]);
  });

  test("a trial that errored has no value, even if parts of it were scored", () => {
    const trials = [trialOf("errored", { values: { m: 1 }, skipped: ["n"] })];
    const one = caseOf("a", true, { trials });
    expect([...cellsOf(one, "m", 1), ...cellsOf(one, "n", 1)]).toEqual(["missing", "missing"]);
  });

  test("a case that holds means alone gives each trial the mean, but none that errored or is unscored", () => {
    const one = repeatsOf("a", "pfeus", { means: { m: 0.4 } });
    expect(cellsOf(one, "m", 5)).toEqual([0.4, 0.4, "missing", "missing", 0.4]);
    expect(cellsOf(one, "n", 5)).toEqual(["skipped", "skipped", "missing", "missing", "skipped"]);
    expect(cellsOf(one, "constructor", 5)[0]).toBe("skipped");
    expect(cellsOf(one, "pass rate", 5)).toEqual([1, 0, "missing", "missing", "skipped"]);
  });

  test("a case of which nothing was played is missing", () => {
    expect(cellsOf(repeatsOf("a", "-"), "pass rate", 0)).toEqual(["missing"]);
  });

  test("repeats that were not planned do not count", () => {
    expect(cellsOf(repeatsOf("a", "fp"), "pass rate", 1)).toEqual([0]);
  });

  test("a metric called constructor is a metric, and is missing where nothing has it", () => {
    expect(cellsOf(caseOf("a", true, { values: { constructor: 1 } }), "constructor", 1)).toEqual([1]);
    expect(cellsOf(caseOf("a", true), "constructor", 1)).toEqual(["missing"]);
  });
});

describe("the mean of a case", () => {
  test("counts what is missing 0, or 1 where that is the cautious side, and leaves out what does not apply", () => {
    const cells: Cell[] = [1, "missing", "skipped", 0.5];
    expect(meanOf(cells, 0)).toBe(0.5);
    expect(meanOf(cells, 1)).toBeCloseTo(2.5 / 3, 12);
    expect(meanOf(["skipped"], 0)).toBeUndefined();
    expect(meanOf([], 0)).toBeUndefined();
  });

  test("never goes up where a value becomes less or goes missing", () => {
    const cell = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant("missing" as const));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), fc.nat(), (cells, at) => {
        const worse = cells.with(at % cells.length, "missing");
        expect(meanOf(worse, 0)).toBeLessThanOrEqual((meanOf(cells, 0) ?? 0) + 1e-12);
      }),
    );
  });
});

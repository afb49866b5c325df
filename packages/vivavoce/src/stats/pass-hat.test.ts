import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { manyDraws } from "./bound/samples.test-helper.ts";
import { boundedMean } from "./bounded-mean.ts";
import { passHat } from "./pass-hat.ts";

const nine = Array.from({ length: 9 }, () => [1, 1, 1]);

describe("passHat", () => {
  test("a repeat that was not decided counts as failed and is named, however it is missing", () => {
    const failed = passHat([...nine, [0, 0, 0]], { k: 3, planned: 3 });
    for (const row of [[0, 0, null], [0, 0], [], [null, 0, undefined]]) {
      expect(passHat([...nine, row], { k: 3, planned: 3 })).toEqual({ ...failed, undecided: 1 });
    }
    expect(failed).toMatchObject({ n: 10, mean: 0.9, undecided: 0 });
  });

  test("undecided counts cases, not repeats", () => {
    expect(
      passHat(
        [
          [null, null],
          [1, null],
          [1, 1],
        ],
        { k: 1, planned: 2 },
      ),
    ).toMatchObject({ undecided: 2, mean: 0.5 });
  });

  test("the divisor is the planned number of repeats, whatever k is", () => {
    expect(passHat([[1, 1, 0]], { k: 1, planned: 3 })?.mean).toBeCloseTo(2 / 3, 12);
    expect(passHat([[1, 1, 0]], { k: 2, planned: 3 })?.mean).toBeCloseTo(1 / 3, 12);
    expect(passHat([[1, 1, 0]], { k: 2, planned: 4 })?.mean).toBeCloseTo(1 / 6, 12);
  });

  test("clusters are units", () => {
    const rows = [[1], [1], [0], [1]];
    const clusters = ["a", "a", undefined, "a"];
    expect(passHat(rows, { k: 1, planned: 1, clusters })).toEqual({
      ...boundedMean([1, 1, 0, 1], { clusters }),
      undecided: 0,
    });
  });

  test("8: a repeat that becomes undecided never raises the mean or an end", () => {
    const row = fc.array(fc.constantFrom(0, 1, null), { maxLength: 5 });
    const cases = fc.array(row, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(cases, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5 }), (rows, at, repeat, k) => {
        const before = passHat(rows, { k, planned: 5 });
        const index = at % rows.length;
        const lost = (rows[index] ?? []).map((outcome, which) => (which === repeat % 5 ? null : outcome));
        const after = passHat(rows.with(index, lost), { k, planned: 5 });
        if (!before || !after) throw new Error("there should be a value");
        expect(after.undecided).toBeGreaterThanOrEqual(before.undecided);
        expect(after.mean).toBeLessThanOrEqual(before.mean);
        expect(after.lo).toBeLessThanOrEqual(before.lo + 1e-11);
        expect(after.hi).toBeLessThanOrEqual(before.hi + 1e-11);
      }),
      manyDraws,
    );
  });

  test("no case has no value", () => {
    expect(passHat([], { k: 1, planned: 1 })).toBeUndefined();
  });

  test("more repeats than planned, k above planned and half a pass are refused", () => {
    expect(() => passHat([[1, 1]], { k: 1, planned: 1 })).toThrow("cases[0] has 2 repeats: pass at most the 1");
    expect(() => passHat([[1]], { k: 2, planned: 1 })).toThrow("passHat: k is 2");
    expect(() => passHat([[1, 0.5]], { k: 1, planned: 2 })).toThrow("passHat: cases[0][1] is 0.5");
  });
});

import { describe, expect, test } from "vitest";
import { earlierVerdict, reconciled, worstVerdict } from "./test-measure.ts";

describe("the repeats that two runs have in common", () => {
  test("are the first that both have planned, and the others do not count", () => {
    expect(reconciled([1, 0, 1], [0, 1])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test("leave out what was skipped on both sides; skipped on one side is missing there", () => {
    expect(reconciled(["skipped", "skipped", 1], ["skipped", 1, "skipped"])).toEqual([
      ["missing", 1],
      [1, "missing"],
    ]);
  });

  test("are all of them where one side holds means, without those that were skipped", () => {
    expect(reconciled([0.5], [1, "skipped", 0, "missing"], true)).toEqual([[0.5], [1, 0, "missing"]]);
    expect(reconciled([1, "skipped", 0], [0.5], true)).toEqual([[1, 0], [0.5]]);
  });
});

test("the worst of several verdicts counts, and of none it is an error", () => {
  expect(worstVerdict(["pass", "inconclusive", "pass"])).toBe("inconclusive");
  expect(worstVerdict(["fail", "inconclusive"])).toBe("fail");
  expect(worstVerdict(["fail", "error", "pass"])).toBe("error");
  expect(worstVerdict(["pass"])).toBe("pass");
  expect(worstVerdict([])).toBe("error");
});

describe("the verdict that Viva 0.1 would have given", () => {
  const mixed = [0.02, -0.02, 0.01, -0.01, 0];

  test("passes a drop that is surely within the margin, and fails one that is surely beyond it", () => {
    expect(earlierVerdict(mixed, 0.05)).toBe("pass");
    expect(
      earlierVerdict(
        mixed.map((one) => one - 0.1),
        0.05,
      ),
    ).toBe("fail");
  });

  test("is inconclusive where the spread is too wide, one-sided at 5 %", () => {
    expect(earlierVerdict([1, -1, 1, -1, 0], 0.05)).toBe("inconclusive");
    // t of the differences plus the margin is 2.0 at 4 degrees of freedom: p is 0.058 on one side; at 2.2 it is 0.046.
    const spread = [-2, -1, 0, 1, 2].map((one) => one / Math.sqrt(0.5));
    expect(earlierVerdict(spread, 2)).toBe("inconclusive");
    expect(earlierVerdict(spread, 2.2)).toBe("pass");
    expect(
      earlierVerdict(
        spread.map((one) => one - 4.4),
        2.2,
      ),
    ).toBe("fail");
  });

  test("takes equal differences as certain, but not a single one", () => {
    expect(earlierVerdict([0, 0], 0.05)).toBe("pass");
    expect(earlierVerdict([-0.1, -0.1], 0.05)).toBe("fail");
    // Exactly at the margin: nothing was better than it.
    expect(earlierVerdict([-0.25, -0.25], 0.25)).toBe("fail");
    expect(earlierVerdict([0.5], 0.05)).toBe("inconclusive");
    expect(earlierVerdict([], 0.05)).toBe("inconclusive");
  });
});

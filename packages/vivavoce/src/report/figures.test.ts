import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plural } from "../base/index.ts";
import { showCost, showCount, showDuration, showInterval, showRate, showSpent, showValue } from "./figures.ts";

describe("costs", () => {
  test.each([
    [undefined, "–"],
    [0, "$0.00"],
    [12.345, "$12.35"],
    [0.01, "$0.01"],
    [0.0042, "$0.0042"],
    [0.000_123_4, "$0.00012"],
    [0.000_001, "$0.0000010"],
    [0.000_000_2, "<$0.000001"],
  ])("%s is %s", (dollars, text) => expect(showCost(dollars)).toBe(text));

  test("a sum without a part whose cost is not known says that it is more", () => {
    expect(showSpent({ cost: 0.06, unpriced: 3 })).toBe("at least $0.06");
    expect(showSpent({ cost: 0.06 })).toBe("$0.06");
    expect(showSpent({ cost: undefined, unpriced: 3 })).toBe("–");
  });

  test("never in powers of ten, and never 0 for something", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e6, noNaN: true }), (dollars) => {
        expect(showCost(dollars)).toMatch(/^<?\$\d+\.\d+$/);
        expect(showCost(dollars)).not.toBe("$0.00");
      }),
    );
  });
});

describe("durations", () => {
  test.each([
    [undefined, "–"],
    [0, "0 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [1_000, "1.0 s"],
    [1_250, "1.3 s"],
    [59_940, "59.9 s"],
    [59_960, "1 min 0 s"],
    [60_000, "1 min 0 s"],
    [119_700, "2 min 0 s"],
    [125_000, "2 min 5 s"],
    [3_725_000, "62 min 5 s"],
  ])("%s ms is %s", (milliseconds, text) => expect(showDuration(milliseconds)).toBe(text));

  test("sixty of one unit are one of the next", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 10_000_000, noNaN: true }), (milliseconds) => {
        expect(showDuration(milliseconds)).not.toMatch(/\b(?:60\.0|60|1000) m?s/);
      }),
    );
  });
});

test("counts and values", () => {
  expect(showCount(undefined)).toBe("–");
  expect(showCount(1_234_567)).toBe("1,234,567");
  expect(showValue(2 / 3)).toBe("0.67");
  expect([0, 1, 2, 1_000].map((count) => plural(count, "case"))).toEqual([
    "0 cases",
    "1 case",
    "2 cases",
    "1,000 cases",
  ]);
});

test("a rate that is not 1 is never shown as 1: one failure in 3,000 trials must be seen", () => {
  const [rate, lo] = [2_999 / 3_000, 0.998];
  expect(showInterval(rate, { lo, hi: 0.999_99 })).toBe(">0.99 [>0.99, 1.00]");
  expect(showInterval(1, { lo, hi: 1 })).toBe("1.00 [>0.99, 1.00]");
  expect(showInterval(rate, {})).toBe(">0.99");
  expect([0.994, 0.995_1, 1 - 2 ** -53, 1, undefined].map(showRate)).toEqual(["0.99", ">0.99", "1.00", "1.00", "–"]);
  // Differences and values on other scales are shown by functions of their own.
  expect(showInterval(0.999, { lo: 0.998, hi: 1 }, (value) => value.toFixed(2))).toBe("1.00 [1.00, 1.00]");
});

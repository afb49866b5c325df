import fc from "fast-check";
import { expect, test } from "vitest";
import { averageRanks } from "./correlation.ts";

test("equal values share the mean of their ranks", () => {
  expect(averageRanks([10, 20, 20, 5, 20])).toEqual([2, 4, 4, 1, 4]);
  expect(averageRanks([7, 7])).toEqual([1.5, 1.5]);
  expect(averageRanks([])).toEqual([]);
});

test("the ranks always add up to 1 + 2 + … + n", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 })), (values) => {
      const n = values.length;
      expect(averageRanks(values).reduce((sum, rank) => sum + rank, 0)).toBe((n * (n + 1)) / 2);
    }),
  );
});

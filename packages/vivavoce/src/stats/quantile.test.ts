import { expect, test } from "vitest";
import { sortedQuantile } from "./moments.ts";

test("the type-7 quantile lies linearly between ranks", () => {
  expect(sortedQuantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(sortedQuantile([1, 2, 3, 4, 5], 0.25)).toBe(2);
  expect(sortedQuantile([10, 20], 0.975)).toBeCloseTo(19.75, 12);
});

test("its ends are the smallest and the largest value", () => {
  expect(sortedQuantile([3, 7, 9], 0)).toBe(3);
  expect(sortedQuantile([3, 7, 9], 1)).toBe(9);
  expect(sortedQuantile([4], 0.3)).toBe(4);
});

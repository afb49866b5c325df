import { expect, test } from "vitest";
import { stillness } from "./stillness.ts";

test("a heart that beats is never still", () => {
  const isStill = stillness(2);
  expect([1, 2, 3, 4, 5].map(isStill)).toEqual([false, false, false, false, false]);
});

test("so many looks without a beat are too many", () => {
  const isStill = stillness(3);
  expect([7, 7, 7, 7, 7].map(isStill)).toEqual([false, false, false, true, true]);
});

test("one beat in between, and it starts anew", () => {
  const isStill = stillness(2);
  expect([1, 1, 2, 2, 3].map(isStill)).toEqual([false, false, false, false, false]);
});

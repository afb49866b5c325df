import { expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { scaleMenu } from "./rate.ts";

test("a scale is a menu of its whole numbers, with what is known of their meaning", () => {
  expect(scaleMenu([1, 3], { 1: "rude", 3: "kind" })).toEqual([
    { verdict: "1", meaning: "rude" },
    { verdict: "2", meaning: "between its neighbours" },
    { verdict: "3", meaning: "kind" },
  ]);
});

test("a scale of one point is refused", () => {
  expect(() => scaleMenu([2, 2])).toThrow(InputError);
});

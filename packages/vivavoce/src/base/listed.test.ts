import { expect, test } from "vitest";
import { listed } from "./listed.ts";

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a, b"],
  [["a", "b", "c"], "a, b and 1 more"],
])("of %j two are named: %j", (names, text) => {
  expect(listed(names, 2)).toBe(text);
});

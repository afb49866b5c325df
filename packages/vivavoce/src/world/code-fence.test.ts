import { expect, test } from "vitest";
import { closesFence, openedFence } from "./note-lines.ts";

test.each([
  ["```", "```"],
  ["```ts", "```"],
  ["`````", "`````"],
  ["~~~ a ` b ~~~", "~~~"],
  ["      ```", "```"],
  ["- ```sh", "```"],
  ["  1. - ```", "```"],
])("%j opens the fence %j", (line, fence) => {
  expect(openedFence(line)).toBe(fence);
});

test.each([["``"], ["```inline```"], ["text ```"], ["> ```"], ["-```"], [""]])("%j opens none", (line) => {
  expect(openedFence(line)).toBeUndefined();
});

test("a fence is closed by the same character, at least as often, with nothing after it", () => {
  expect(closesFence("```", "```")).toBe(true);
  expect(closesFence("  `````  ", "```")).toBe(true);
  expect(closesFence("```", "````")).toBe(false);
  expect(closesFence("~~~", "```")).toBe(false);
  expect(closesFence("``` ts", "```")).toBe(false);
  expect(closesFence("```~", "```")).toBe(false);
});

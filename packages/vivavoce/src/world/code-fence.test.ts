import { expect, test } from "vitest";
import { parseNote, tasksOf } from "./note.ts";

/** Whether a task below these lines is one: in a block of code nothing is. */
const hasTask = (...lines: string[]) => tasksOf(parseNote(["- Above", ...lines, "- [ ] Call"].join("\n"))).length === 1;

test.each([
  ["```", "```"],
  ["```ts", "```"],
  ["`````", "`````"],
  ["~~~ a ` b ~~~", "~~~"],
  ["      ```", "```"],
  ["- ```sh", "```"],
  ["  1. - ```", "```"],
])("%j opens the fence %j", (line, fence) => {
  expect(hasTask(line)).toBe(false);
  expect(hasTask(line, fence)).toBe(true);
});

test.each([["``"], ["```inline```"], ["text ```"], ["> ```"], ["-```"], [""]])("%j opens none", (line) => {
  expect(hasTask(line)).toBe(true);
});

test("a fence is closed by the same character, at least as often, with nothing after it", () => {
  expect(hasTask("```", "```")).toBe(true);
  expect(hasTask("```", "  `````  ")).toBe(true);
  expect(hasTask("````", "```")).toBe(false);
  expect(hasTask("```", "~~~")).toBe(false);
  expect(hasTask("```", "``` ts")).toBe(false);
  expect(hasTask("```", "```~")).toBe(false);
});

import { expect, test } from "vitest";
import { readDuration } from "./duration.ts";

test.each([
  ["Warm air since yesterday", "since yesterday"],
  ["two days now", "two days now"],
  ["It's been out for a couple of days", "for a couple of days"],
  ["It died this morning", "this morning"],
  ["since Tuesday night it hums", "since Tuesday night"],
  ["3 weeks ago", "3 weeks ago"],
])("%s", (line, duration) => {
  expect(readDuration(line)).toBe(duration);
});

test.each(["tomorrow morning", "whenever", "since you ask, no"])("none: %s", (line) => {
  expect(readDuration(line)).toBeUndefined();
});

import { expect, test } from "vitest";
import { leavesTimeUnread } from "./time-kind.ts";

test.each([
  "any day but Friday",
  "anything except Monday",
  "Wednesday won't work",
  "Mondays don’t work for me",
  "I can't do Tuesday",
  "mornings are no good, otherwise I'm open Monday",
  "Monday but not before eleven",
  "Thursday, just not in the morning",
  "a week from Friday",
  "three weeks from Tuesday",
  "after work on Monday",
])("%o says more than the day that it names", (line) => {
  expect(leavesTimeUnread(line)).toBe(true);
});

test.each([
  "Tuesday at two",
  "Tuesday works",
  "Tuesday, not Wednesday",
  "the day after tomorrow",
  "no earlier than ten on Monday",
  "Friday after four",
  "I'm home from work at five, so after five",
  "it doesn't cool, can you come tomorrow",
])("%o is read as it is", (line) => {
  expect(leavesTimeUnread(line)).toBe(false);
});

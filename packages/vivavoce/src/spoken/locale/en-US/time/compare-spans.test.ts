import { expect, test } from "vitest";
import { compareSpans } from "./compare-times.ts";
import { readTime } from "./time-kind.ts";

test.each([
  ["noon", "afternoon", "same"],
  ["noon", "morning", "different"],
  ["11:59 am", "morning", "same"],
  ["6 pm", "afternoon", "different"],
  ["5 pm", "evening", "same"],
  ["3 am", "night", "same"],
  ["3 am", "morning", "different"],
  ["between 10 and 12", "morning", "same"],
  ["between 12 and 2", "morning", "different"],
  ["between 11 and 1", "morning", "same"],
  ["between 11 and 1", "afternoon", "same"],
  ["10 am", "between 8 and 10", "same"],
  ["10:01 am", "between 8 and 10", "different"],
  ["8 am", "8 pm", "different"],
  ["after 3 pm", "before 2 pm", "different"],
  ["after 3 pm", "between 2 and 4 pm", "same"],
  ["after 3", "after 3 pm", "same"],
  ["after 3", "after 4", "different"],
  ["after 4", "1 pm", "different"],
  ["after 4", "5 pm", "same"],
  ["after 8", "10 am", "same"],
  ["after 8", "9 pm", "same"],
  ["evening", "afternoon", "same"],
  ["morning", "evening", "different"],
  ["between 10 pm and 2 am", "at 11 pm", "open"],
  ["Tuesday", "at 9", "open"],
] as const)("%s and %s: %s", (one, other, comparison) => {
  const [first, second] = [readTime(one) ?? {}, readTime(other) ?? {}];
  expect(compareSpans(first, second)).toBe(comparison);
  expect(compareSpans(second, first)).toBe(comparison);
});

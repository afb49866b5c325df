import { expect, test } from "vitest";
import { readRefusal } from "./refusal.ts";

test.each([
  "I'd rather not say",
  "I don't want to give my name",
  "Why do you need my name?",
  "I'm not telling you that",
  "None of your business",
  "No names, please",
  "I won't give that out",
  "Let's skip that",
])("refuses: %s", (line) => {
  expect(readRefusal(line)).toBe(true);
});

test.each(["Maria", "No cold air", "It's not cooling", "I don't know", "two days now", "My wife is not home"])(
  "does not: %s",
  (line) => {
    expect(readRefusal(line)).toBe(false);
  },
);

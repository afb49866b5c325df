import { expect, test } from "vitest";
import { leavesDigitsUnread } from "../asks/kinds.ts";

const after = (line: string, value: string) => leavesDigitsUnread(line, line.indexOf(value) + value.length);

test("digits behind a correction are not part of the number before it", () => {
  expect(after("619 555 0178, wait no, oh one eight seven", "0178")).toBe(true);
  expect(after("nine oh two one oh, sorry, one one", "oh two one oh")).toBe(true);
});

test("a correction without digits, and digits without a correction, leave the number whole", () => {
  expect(after("619 555 0178, no need to call before", "0178")).toBe(false);
  expect(after("619 555 0178, sorry for the noise", "0178")).toBe(false);
  expect(after("619 555 0178, extension 42", "0178")).toBe(false);
  expect(after("619 555 0178", "0178")).toBe(false);
});

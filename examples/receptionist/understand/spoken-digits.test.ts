import { expect, test } from "vitest";
import { withDigits } from "./spoken-digits.ts";

test.each([
  ["seven eight seven four five", "78745"],
  ["It's seven, eight, seven, oh, one.", "It's 78701."],
  ["Seven-eight-seven-zero-three", "78703"],
  ["7 8 7 4 8", "78748"],
  ["my zip is 7-8-7-4-8 okay", "my zip is 78748 okay"],
  ["two days now", "two days now"],
  ["one or two", "one or two"],
  ["4210 S Lamar", "4210 S Lamar"],
])("%s", (line, expected) => {
  expect(withDigits(line)).toBe(expected);
});

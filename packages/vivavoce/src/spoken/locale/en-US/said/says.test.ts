import { expect, test } from "vitest";
import { says } from "./says.ts";

test.each([
  ["78704", "It's seven eight seven oh four."],
  ["78704", "seven-eight-seven-zero-four"],
  ["78704", "seventy-eight, seven oh four"],
  ["78704", "seventy eight thousand seven hundred and four"],
  ["78704", "seven eight seven, uh, naught four"],
  ["78704", "it's 7 8 7 0 4"],
  ["78704", "7-8-7-0-4, got it?"],
  ["78704", "unit 4, 78704"],
  ["B-4711", "my number is b4711"],
  ["B-4711", "B as in boy, forty-seven eleven"],
  ["B-4711", "bravo four seven double one"],
  ["B-4711", "bee, four seven one one"],
  ["A-17", "the one called a-17"],
  ["A-17", "A, seventeen"],
  ["+1 512 555 0199", "five one two, triple five, oh one nine nine"],
  ["512-555-0199", "the number ending in 0199"],
  ["14:30", "at half past two"],
  ["14:30", "two thirty works"],
  ["14:30", "2.30 pm please"],
  ["tomorrow morning", "Could it be in the morning, tomorrow?"],
  ["June 16", "on the sixteenth of June"],
  ["ann.lee@example.com", "ann dot lee at example dot com"],
  ["ann.lee@example.com", "A-N-N dot L-E-E at example dot com"],
  ["ann_7@example.com", "ann underscore seven at example period com"],
  ["Kim Tran", "K-I-M, T-R-A-N"],
  ["Kim Tran", "It's kim tran."],
  ["4210 South Lamar", "forty-two ten S. Lamar"],
  ["4210 South Lamar", "on South Lamar, number four two one oh"],
  ["1401 East 7th Street", "fourteen oh one east seventh street"],
  ["José", "jose"],
])("%s is said by “%s”", (value, line) => {
  expect(says(line, value)).toBe(true);
});

test.each([
  ["78704", "seven eight seven oh five"],
  ["78704", "seven eight seven oh four two two"],
  ["78704", "I need this by the 7th, 8 of us, 70 and 4"],
  ["A-17", "I have a 17 year old unit"],
  ["A-17", "plan A and seventeen chairs"],
  ["S-2", "it's 2 of them"],
  ["14:30", "half past three"],
  ["14:30", "2:30 in the morning"],
  ["Thursday morning", "It stopped working Thursday morning."],
  ["Thursday morning", "Thursday then."],
  ["tomorrow morning", "It is cold in the mornings."],
  ["Ann", "Every year, annually."],
  ["ann@example.com", "I am at home."],
  ["4210 South Lamar", "4120 South Lamar"],
  ["4210 South Lamar", "I live south of Lamar"],
])("%s is not said by “%s”", (value, line) => {
  expect(says(line, value)).toBe(false);
});

test("long lines of marks are read in passing", () => {
  expect(says(`7${",".repeat(20_000)}8704`, "78704")).toBe(false);
});

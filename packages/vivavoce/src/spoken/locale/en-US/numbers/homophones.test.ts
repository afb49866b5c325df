import { expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { hearDigits, hearHours, opensWithHomophone } from "./digit-run.ts";

const words = (tokens: ReturnType<typeof tokensOf>) => tokens.map(({ word }) => word).join(" ");

test.each([
  ["five one too five five five oh won four ate", "five one two five five five oh one four eight"],
  ["ate oh four, five five five, oh one for two", "eight oh four , five five five , oh one four two"],
  ["seven to seven oh for", "seven two seven oh four"],
  ["use five one two to call me", "use five one two to call me"],
  ["a number for five one two", "a number for five one two"],
  ["nine to five", "nine to five"],
])("digits: %s", (said, heard) => {
  expect(words(hearDigits(tokensOf(said)))).toBe(heard);
});

test.each([
  ["tomorrow at for fifteen", "tomorrow at four fifteen"],
  ["Monday at ate thirty", "monday at eight thirty"],
  ["from ten to thirty", "from ten to thirty"],
  ["at to five", "at to five"],
])("hours: %s", (said, heard) => {
  expect(words(hearHours(tokensOf(said)))).toBe(heard);
});

test("the first word of an answer may be a digit", () => {
  expect(opensWithHomophone(tokensOf("uh, for eleven Dorset Road"))).toBe(true);
  expect(opensWithHomophone(tokensOf("for 11 Dorset Road"))).toBe(false);
  expect(opensWithHomophone(tokensOf("come to eleven Dorset Road"))).toBe(false);
});

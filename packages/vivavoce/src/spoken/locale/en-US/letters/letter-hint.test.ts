import { expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { readHint } from "./spelled-letters.ts";

test.each([
  ["with a K", "erik", "eric"],
  ["with an S", "lisa", "liza"],
  ["with a PH", "stephen", "steven"],
  ["with one L", "philip", "phillip"],
  ["with two Ls", "phillip", "philip"],
  ["with two L's", "phillip", "philip"],
  ["with two S", "jesse", "jese"],
  ["with double N", "anna", "ana"],
  ["with two L's", "phillip", "philip lopez"],
  ["with no E", "ann", "anne"],
])("%s fits %s and not %s", (hint, right, wrong) => {
  const read = readHint(tokensOf(hint), 0);
  expect(read?.next).toBe(3);
  expect(read?.fits(right)).toBe(true);
  expect(read?.fits(wrong)).toBe(false);
});

test.each(["with a dog", "with me", "a K", "with no heat"])("%s says nothing about a letter", (said) => {
  expect(readHint(tokensOf(said), 0)).toBeUndefined();
});

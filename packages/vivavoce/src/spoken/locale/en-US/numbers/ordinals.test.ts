import fc from "fast-check";
import { expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { ordinalOf, readOrdinal } from "./digit-group.ts";

test.each([
  ["first", "1"],
  ["sixth", "6"],
  ["twelfth", "12"],
  ["twentieth", "20"],
  ["twenty-first", "21"],
  ["thirty eighth", "38"],
  ["6th", "6"],
  ["1st", "1"],
  ["22nd", "22"],
])("%s is number %s", (text, number) => {
  expect(readOrdinal(tokensOf(text), 0)?.digits).toBe(number);
});

test.each(["six", "6", "6 th", "twenty", "thick", ""])("%o counts nothing", (text) => {
  expect(readOrdinal(tokensOf(text), 0)).toBeUndefined();
});

test("what is written as an ordinal is read as one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), (number) => {
      expect(readOrdinal(tokensOf(ordinalOf(String(number))), 0)?.digits).toBe(String(number));
    }),
  );
});

test.each([
  ["1", "1st"],
  ["2", "2nd"],
  ["3", "3rd"],
  ["4", "4th"],
  ["11", "11th"],
  ["12", "12th"],
  ["13", "13th"],
  ["21", "21st"],
  ["111", "111th"],
])("%s is written %s", (number, written) => {
  expect(ordinalOf(number)).toBe(written);
});

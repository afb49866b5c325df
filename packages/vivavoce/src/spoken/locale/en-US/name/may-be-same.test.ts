import { expect, test } from "vitest";
import { mayBeSameName } from "./may-be-same.ts";

test.each([
  ["sean pruitt", "shawn pruitt"],
  ["catherine wells", "katherine wells"],
  ["jon", "john smith"],
  ["sara", "sarah"],
  ["stephen", "steven"],
  ["meyers", "myers"],
  ["lindsey", "lindsay"],
  ["cathy", "kathy"],
  ["maria lopes", "maria lopez"],
])("%s and %s sound alike, unless they are spelled", (one, other) => {
  expect(mayBeSameName(one, other, { spelled: false })).toBeDefined();
  expect(mayBeSameName(other, one, { spelled: false })).toBeDefined();
  expect(mayBeSameName(one, other, { spelled: true })).toBeUndefined();
});

test.each([
  ["robert keane", "bob keane"],
  ["margaret odom", "peggy odom"],
])("%s and %s may be one person", (one, other) => {
  expect(mayBeSameName(one, other, { spelled: true })).toBe(`“${one}” and “${other}” may be two forms of one name`);
});

test.each([
  ["maria", "marie"],
  ["tobias lund", "tobias lang"],
  ["ruth", "ruby"],
  ["kowalczyk", "kowalski"],
  ["jenna holt", "jenna marsh"],
  ["haas", "hess"],
  ["robert keane", "bob keller"],
])("%s and %s are two", (one, other) => {
  expect(mayBeSameName(one, other, { spelled: false })).toBeUndefined();
});

import { describe, expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { readAddress, readTail, readUnit } from "./read-address.ts";
import { readStreet } from "./read-street.ts";

describe("a street", () => {
  const street = (text: string) => readStreet(tokensOf(text), 0);

  test.each([
    ["South Lamar Boulevard and more", ["s", "lamar", "blvd"], "type"],
    ["Main St NW", ["main", "st", "nw"], "type"],
    ["Lake Park Drive", ["lake", "park", "dr"], "type"],
    ["Park Place", ["park", "pl"], "type"],
    ["Oak Tree Hollow Ln.", ["oak", "tree", "holw", "ln"], "type"],
    ["Avenue B", ["ave", "b"], "type"],
    ["Highway 71 West", ["hwy", "71", "w"], "type"],
    ["East FM 2222", ["e", "fm", "2222"], "type"],
    ["I-35 North", ["i", "35", "n"], "type"],
    ["38th Street", ["38th", "st"], "type"],
    ["South Lamar", ["s", "lamar"], "direction"],
    ["South Lamar is nice", ["s", "lamar"], "direction"],
    ["Congress", ["congress"], "name"],
    ["Congress tomorrow", ["congress"], "name"],
    ["Congress and Sixth", ["congress"], "name"],
    ["Lake Austin today", ["lake", "austin"], "name"],
  ] as const)("%s: %j, known by its %s", (text, words, evidence) => {
    expect(street(text)).toMatchObject({ words, evidence });
  });

  test.each(["", "degrees inside", "South", "and Main Street", "4210", "unit 4", "minute drive"])(
    "%o begins none",
    (text) => {
      expect(street(text)).toBeUndefined();
    },
  );

  test("tells whether it is written with a capital", () => {
    expect(street("South Lamar")?.upper).toBe(true);
    expect(street("south lamar")?.upper).toBe(false);
    expect(street("6th street")?.upper).toBe(false);
  });
});

describe("what follows a street", () => {
  const tail = (text: string, whole = true) => readTail(tokensOf(text), 0, { whole }).tail;

  test.each([
    [", apt 4", { unit: "4" }],
    [" #4B", { unit: "4b" }],
    [" unit number 12", { unit: "12" }],
    [", Apt. B", { unit: "b" }],
    [", suite two hundred", { unit: "200" }],
    [", Austin", { city: "austin" }],
    [" in Austin", { city: "austin" }],
    [", San Marcos, Texas", { city: "san marcos", state: "tx" }],
    [", Austin, TX 78704", { city: "austin", state: "tx", zip: "78704" }],
    [", apartment 4, Austin, 78704", { unit: "4", city: "austin", zip: "78704" }],
    [", 78704", { zip: "78704" }],
    [", TX 78704", { state: "tx", zip: "78704" }],
    [", seven eight seven oh four", { zip: "78704" }],
    [", ok", { city: "ok" }],
    [", please", {}],
    ["", {}],
  ])("%o", (text, parts) => {
    expect(tail(text)).toEqual(parts);
  });

  test("a city alone counts if it ends the clause and is not a common word", () => {
    expect(tail(", Austin", false)).toEqual({ city: "austin" });
    expect(tail(" in Round Rock", false)).toEqual({ city: "round rock" });
    expect(tail(", thanks", false)).toEqual({});
    expect(tail(", Austin is lovely", false)).toEqual({});
    expect(tail(", Austin, TX", false)).toEqual({ city: "austin", state: "tx" });
  });

  test.each(["4", "unit", "unit of heat", "apartment building"])("%o is not a unit", (text) => {
    expect(readUnit(tokensOf(text), 0)).toBeUndefined();
  });
});

describe("a house number", () => {
  const read = (text: string, at = 0) => readAddress(tokensOf(text), at, { whole: true })?.address.number;

  test.each([
    ["4210 Main St", "4210"],
    ["4,210 Main St", "4210"],
    ["4210B Main St", "4210b"],
    ["22 1/2 Main St", "22 1/2"],
    ["twenty-two Main St", "22"],
    ["one Main St", "1"],
  ])("%s: %s", (text, number) => {
    expect(read(text)).toBe(number);
  });

  test("has no more than six digits, is not a price, and does not begin in the middle", () => {
    expect(read("1234567 Main St")).toBeUndefined();
    expect(read("$20 Main St", 1)).toBeUndefined();
    expect(read("forty two ten Main St", 1)).toBeUndefined();
  });
});

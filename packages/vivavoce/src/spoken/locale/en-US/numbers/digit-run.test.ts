import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { continuesNumber, readRun, readTight, spokenDigits } from "./digit-run.ts";

describe("the digits that a text says", () => {
  test.each([
    ["nine one one oh", "9110"],
    ["zero", "0"],
    ["oh seven", "07"],
    ["five one two, triple five, oh one nine nine", "5125550199"],
    ["double oh seven", "007"],
    ["quadruple two", "2222"],
    ["treble four one", "4441"],
    ["4210", "4210"],
    ["4,210", "4210"],
    ["42 10", "4210"],
    ["forty-two ten", "4210"],
    ["forty two ten", "4210"],
    ["twenty-five oh one", "2501"],
    ["twenty, five", "205"],
    ["ninety nine", "99"],
    ["eleven hundred", "1100"],
    ["42 hundred", "4200"],
    ["five hundred five", "505"],
    ["two hundred and ten", "210"],
    ["two thousand five hundred and one", "2501"],
    ["six thousand", "6000"],
    ["two thousand and five", "2005"],
    ["eight hundred five five five one two one two", "8005551212"],
    ["eight hundred, five", "8005"],
    ["Seven-Eight-Seven", "787"],
    ["uh, four... five", "45"],
    ["area code five one two", "512"],
  ])("%s is %s", (said, digits) => {
    expect(spokenDigits(said)).toBe(digits);
  });

  test.each(["", "hello", "five people", "my number is five", "-", "6th", "twenty-first", "double"])(
    "%o says something else, or nothing",
    (said) => {
      expect(spokenDigits(said)).toBeUndefined();
    },
  );
});

const digit = fc.constantFrom(..."0123456789");
const digits = fc.array(digit, { minLength: 1, maxLength: 16 }).map((list) => list.join(""));
const names = "zero one two three four five six seven eight nine".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

describe("laws", () => {
  test("digits are their own spoken form", () => {
    fc.assert(
      fc.property(digits, (text) => {
        expect(spokenDigits(text)).toBe(text);
      }),
    );
  });

  test("digits said one by one are the digits, however zero and pauses are said", () => {
    const zero = fc.constantFrom("zero", "oh", "nought", "0");
    const pause = fc.constantFrom(" ", ", ", "-", " - ", "... ");
    fc.assert(
      fc.property(digits, zero, pause, (text, word, mark) => {
        const said = [...text].map((one) => (one === "0" ? word : names[Number(one)])).join(mark);
        expect(spokenDigits(said)).toBe(text);
      }),
    );
  });

  test("doubles and triples are the digits they stand for", () => {
    const group = fc.tuple(digit, fc.constantFrom("double", "triple"));
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 6 }), (groups) => {
        const said = groups.map(([one, word]) => `${word} ${names[Number(one)]}`).join(" ");
        const meant = groups.map(([one, word]) => one.repeat(word === "double" ? 2 : 3)).join("");
        expect(spokenDigits(said)).toBe(meant);
      }),
    );
  });

  test("pairs with a pause between them are two digits each", () => {
    const pair = fc.integer({ min: 21, max: 99 }).filter((value) => value % 10 > 0);
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 6 }), (pairs) => {
        const said = pairs.map((value) => `${tens[Math.floor(value / 10) - 2]}-${names[value % 10]}`).join(", ");
        expect(spokenDigits(said)).toBe(pairs.join(""));
      }),
    );
  });
});

describe("a run of groups", () => {
  test("knows where a pause parts two groups", () => {
    const run = readRun(tokensOf("five one two, triple five"), 0);
    expect(run?.pieces.map(({ digits: said, parted }) => [said, parted])).toEqual([
      ["5", false],
      ["1", false],
      ["2", false],
      ["555", true],
    ]);
  });

  test("ends where something else is said", () => {
    expect(readRun(tokensOf("five one two is mine five"), 0)?.digits).toBe("512");
    expect(readRun(tokensOf("mine"), 0)).toBeUndefined();
  });
});

describe("a number without a pause", () => {
  test.each([
    ["4210 South", "4210", 1],
    ["4210 78704", "4210", 1],
    ["forty-two ten South", "4210", 4],
    ["four two one oh, five", "4210", 4],
    ["4210 6th Street", "4210", 1],
    ["five hundred twenty-first Street", "500", 2],
  ])("%s begins with %s", (text, number, next) => {
    expect(readTight(tokensOf(text), 0)).toEqual({ digits: number, next });
  });

  test("is not found among words", () => {
    expect(readTight(tokensOf("South 4210"), 0)).toBeUndefined();
  });

  test("goes on inside itself, and begins anew with written digits", () => {
    const tokens = tokensOf("forty-two ten 78704");
    expect(tokens.map((_, at) => continuesNumber(tokens, at))).toEqual([false, true, true, true, false]);
  });
});

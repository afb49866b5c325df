import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { findSpelled } from "./spelled-letters.ts";

const found = (line: string) => findSpelled(tokensOf(line)).map(({ letters }) => letters);

describe("a word that is spelled", () => {
  test.each([
    ["B as in boy, R, A", "bra"],
    ["S-M-I-T-H", "smith"],
    ["S M I T H", "smith"],
    ["s. m. i. t. h.", "smith"],
    ["double L", "ll"],
    ["M, double O, R, E", "moore"],
    ["B for boy, R like Robert", "br"],
    ["G, as in George, O", "go"],
    ["capital J, O, N", "jon"],
    ["J and then O and then N", "jon"],
    ["bravo romeo alpha", "bra"],
    ["Sierra, Mike, India, Tango, Hotel", "smith"],
    ["L-Ó-P-E-Z", "lopez"],
  ])("%s is %s", (said, word) => {
    expect(found(said)).toEqual([word]);
  });

  test.each(["", "hello there", "I am", "I, a", "Mike Oscar", "4 5"])("%o is not spelled", (said) => {
    expect(found(said)).toEqual([]);
  });
});

describe("laws", () => {
  const letters = fc.array(fc.constantFrom(..."bcdefghjklmnopqrstuvwxyz"), { minLength: 2, maxLength: 12 });
  const mark = fc.constantFrom("-", " ", ", ", ". ", " - ");

  test("letters said one by one are the word, in capitals or not", () => {
    fc.assert(
      fc.property(letters, mark, fc.boolean(), (list, between, upper) => {
        const said = (upper ? list.map((letter) => letter.toUpperCase()) : list).join(between);
        expect(found(said)).toEqual([list.join("")]);
      }),
    );
  });

  test("an example for each letter changes nothing", () => {
    fc.assert(
      fc.property(letters, fc.constantFrom("as in", "like", "for"), (list, words) => {
        expect(found(list.map((letter) => `${letter} ${words} ${letter}xyz`).join(", "))).toEqual([list.join("")]);
      }),
    );
  });
});

describe("letters within a line", () => {
  test("every stretch is found", () => {
    expect(found("It's Jon, J-O-N, Smyth, S-M-Y-T-H.")).toEqual(["jon", "smyth"]);
  });

  test.each(["I have a cat", "It is Maria", "Charlie Oscar here", "plan B"])("%o spells nothing", (line) => {
    expect(found(line)).toEqual([]);
  });
});

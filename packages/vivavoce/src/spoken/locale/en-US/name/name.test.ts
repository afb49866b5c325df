import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findGivenNames } from "./given-names.ts";
import { findHeardNames } from "./heard-names.ts";
import { compareNames, normaliseName } from "./name.ts";

describe("a name", () => {
  test.each([
    ["Maria Lopez", "maria lopez"],
    ["José García", "jose garcia"],
    ["Mary-Jane O’Brien", "mary jane obrien"],
    ["Dr. Maria Lopez", "maria lopez"],
    ["Mr. Jon Smyth, S-M-Y-T-H", "jon smyth"],
    ["Jon, J-O-N", "jon"],
    ["John, J-O-N", "jon"],
    ["Maria L-O-P-E-Z", "maria lopez"],
    ["Maria Lopes, that's L-O-P-E-Z", "maria lopez"],
    ["S-M-I-T-H", "smith"],
    ["Bra, B as in boy, R, A", "bra"],
    ["J. R. Smith", "jr smith"],
    ["Fane, F as in Frank", "fane"],
    ["Leroy Banks the third", "leroy banks iii"],
    ["Simone Beckett hyphen Ruiz", "simone beckett ruiz"],
    ["Fiona O Hara", "fiona ohara"],
    ["Maria's", "maria"],
  ])("%s is %s", (said, name) => {
    expect(normaliseName(said)).toBe(name);
  });

  test.each(["", "...", "Mr.", "42"])("%o is not a name", (said) => {
    expect(normaliseName(said)).toBeUndefined();
  });

  test.each([
    ["jon", "john", "different"],
    ["maria lopez", "maria", "same"],
    ["maria lopez", "lopez maria", "same"],
    ["maria lopez", "maria gomez", "different"],
    ["maria lopez", "mario lopez", "different"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    expect(compareNames(one, other)).toBe(comparison);
    expect(compareNames(other, one)).toBe(comparison);
  });

  test("a spelled name is the name", () => {
    const letters = fc.array(fc.constantFrom(..."bcdefghklmnoprstuvz"), { minLength: 3, maxLength: 10 });
    fc.assert(
      fc.property(letters, (list) => {
        expect(normaliseName(list.join("-").toUpperCase())).toBe(list.join(""));
      }),
    );
  });
});

describe("names that a caller gives", () => {
  const given = (text: string, asked = false) => findGivenNames(text, { asked }).map(({ value }) => value);

  test.each([
    ["Hi, this is Maria Lopez, my AC died", ["maria lopez"]],
    ["My name is Maria Lopez and I need help", ["maria lopez"]],
    ["my name is maria lopez and i need help", ["maria lopez"]],
    ["The name's Dave", ["dave"]],
    ["I'm Dave", ["dave"]],
    ["I am Dr. Dave Miller", ["dave miller"]],
    ["Call me Tom", ["tom"]],
    ["It's under the name Lopez", ["lopez"]],
    ["Dave here.", ["dave"]],
    ["Maria Lopez speaking", ["maria lopez"]],
    ["This is Jon, J-O-N", ["jon"]],
    ["This is Mary-Jane O'Brien", ["mary jane obrien"]],
    ["put it under kowalczyk", ["kowalczyk"]],
    ["my husband Dale called before, but put it under Renee Foster", ["renee foster"]],
    ["the visit's for Milton Ashe", ["milton ashe"]],
    ["just bill me as Augusta Rand", ["augusta rand"]],
    ["put it in my husband's name, Virgil Pace", ["virgil pace"]],
    ["use hers instead, Joy Lamar", ["joy lamar"]],
    ["Jorgensen, first name Lars", ["lars jorgensen"]],
    ["make it out to Ines Coelho, not my husband", ["ines coelho"]],
    ["last name Tran, first name Linh", ["linh tran"]],
    ["surname Okafor, given name is Chidi", ["chidi okafor"]],
    ["my name is Kathy with a C, C-A-T-H-Y", ["cathy"]],
    ["my name is Ann with no E", ["ann"]],
    ["my name is Dana Fisk, sorry, Dana Frisk", ["dana fisk", "dana frisk"]],
    ["my name is Dana Fisk, sorry, Frisk", ["dana fisk"]],
    ["Hey, it's Sarah Connor, there's a leak", ["sarah connor"]],
    ["hi this is maria calling about my ac", ["maria"]],
    ["My name is Luis, her name is Ana Ruiz", ["luis", "ana ruiz"]],
  ])("%s", (line, names) => {
    expect(given(line)).toEqual(names);
  });

  test.each([
    "This is urgent",
    "I'm calling about my heater",
    "I'm in South Austin",
    "my wife's name is Ana",
    "this is about the furnace",
    "It's Tuesday",
    "It's Sarah's house",
    "this is really bad",
    "her name is Ana",
    "I am so tired",
    "the unit is over here",
    "",
  ])("%o gives none", (line) => {
    expect(given(line)).toEqual([]);
  });

  test.each([
    ["Maria Lopez.", ["maria lopez"]],
    ["maria", ["maria"]],
    ["It's Maria", ["maria"]],
    ["sure its maria lopez", ["maria lopez"]],
    ["Uh, yes, Maria Lopez", ["maria lopez"]],
    ["Sure thing, Dave Miller, and I live nearby", ["dave miller"]],
    ["S-M-I-T-H", ["smith"]],
    ["Jonas. J-O-N-A-S.", ["jonas"]],
    ["just Otis is fine", ["otis"]],
    ["T J Morrow", ["tj morrow"]],
    ["whoever's easiest", []],
    ["I'd rather not say.", []],
    ["Why do you need that?", []],
    ["No.", []],
    ["Tomorrow", []],
    ["Sure thing", []],
  ])("asked for: %s", (line, names) => {
    expect(given(line, true)).toEqual(names);
  });
});

describe("names that an agent says", () => {
  const heard = (text: string, known?: string) => findHeardNames(text, known).map(({ value }) => value);

  test.each([
    ["Thanks, Maria.", "maria lopez", ["maria"]],
    ["So that's Maria Lopez, tomorrow.", "maria lopez", ["maria lopez"]],
    ["Maria's unit, got it.", "maria", ["maria"]],
    ["I have you down as Maria Gomez.", "maria lopez", ["maria gomez"]],
    ["Okay, so Marie Lopez.", "maria lopez", ["marie lopez"]],
    ["Got it, Jon.", "john", ["jon"]],
    ["Thanks, Bob.", "maria", ["bob"]],
    ["That's S-M-Y-T-H?", "john smith", ["smyth"]],
    ["You spell that B-O-B?", "maria", ["bob"]],
    ["Am I speaking with Maria?", undefined, ["maria"]],
    ["Is this Mrs. Lindqvist?", undefined, ["lindqvist"]],
  ])("%s (known: %s)", (reply, known, names) => {
    expect(heard(reply, known)).toEqual(names);
  });

  test.each([
    ["Hi, this is Kelly with the office. Thanks for calling.", "maria"],
    ["Done, we're all set.", "don"],
    ["Our H-V-A-C team will call.", "maria"],
    ["Thanks, Austin heat is rough.", "maria"],
    ["Mark it as done.", "mary"],
  ])("%s says none (known: %s)", (reply, known) => {
    expect(heard(reply, known)).toEqual([]);
  });
});

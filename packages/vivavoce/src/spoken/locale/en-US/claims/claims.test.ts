import { describe, expect, test } from "vitest";
import { weigh } from "./claims.ts";

const line = (text: string, question = "") => ({ text, question });

describe("an address", () => {
  test.each([
    ["40 Pike Lane", ["it's fourteen er forty pike lane"]],
    ["12 S Dover", ["twelve north dover", "um hang on did i say north it's south dover my brother's the one on north"]],
    ["1105 Quince Road", ["it's eleven", "oh five", "quince road"]],
    ["26 Elm Drive", ["the gate code is 4417, twenty six elm drive"]],
  ])("is what was said if all else is ruled out or put right: %s", (value, said) => {
    expect(
      weigh(
        "address",
        value,
        said.map((text) => line(text, "What's the address?")),
      ),
    ).toBe("same");
  });

  test.each([
    ["409 Southwest Ash Street", ["four oh nine southeast ash street, not southwest, everybody goes to southwest"]],
    ["5 Mill Street", ["it's for dad, i'm over on 5 Mill Street but he's at 41 Orchard Road"]],
    ["86 Holm", ["it's eighty eight er eighty six hmm no eighty eight holm"]],
    ["77 Plum Drive", ["seventy seven, it's not plum drive, it's plum place"]],
  ])("is another one if a part of it is ruled out and one is named in its place: %s", (value, said) => {
    expect(
      weigh(
        "address",
        value,
        said.map((text) => line(text, "What's the address?")),
      ),
    ).toBe("different");
  });

  test.each([
    ["82 Fenwick", ["i'm at eighty two fenwick but it's my mother's place that's one twenty six gorham road"]],
    ["2200 Elm", ["2200 Elm, lower level"]],
    ["21 41st Street", ["twenty one forty first street"]],
    ["44 Saffron Walk", ["forty four saffron walk, what do people usually put"]],
    ["40 Cobb Lane", ["it's forty cobb lane no wait"]],
  ])("stays open if another may be meant: %s", (value, said) => {
    expect(
      weigh(
        "address",
        value,
        said.map((text) => line(text, "What's the address?")),
      ),
    ).toBeUndefined();
  });

  test("takes what the agent has named, unless the caller names another", () => {
    const asked = line("thirty two", "House number on Yarrow Lane?");
    expect(weigh("address", "32 Yarrow Lane", [asked])).toBe("same");
    expect(weigh("address", "32 Yarrow Lane", [line("thirty two sorrel lane", asked.question)])).not.toBe("same");
  });
});

describe("a name", () => {
  test.each([
    ["Petra Lind", ["that was me before the wedding it's petra lind these days l i n d"], "same"],
    ["Tess Lane", ["Tess Ibarra, oh gosh, Tess Lane, we got married"], "same"],
    ["Grant Thomas", ["last name Grant, first name Thomas"], "different"],
    ["Denise Stamper", ["I'm denise, put it under him, orville stamper"], "different"],
    ["Orville Stamper", ["I'm denise, put it under him, orville stamper"], "same"],
    ["Stan Rupp", ["stan rupp's the landlord he pays but i'm the tenant teresa quill ask for me"], "different"],
    ["Kevin", ["Sofia Marchetti, she's the tenant, I'm Kevin with the property office"], "different"],
    ["Dean Hatch", ["robert dean hatch but i go by dean"], undefined],
    ["Jennifer Alcott", ["Jennifer Reyes, not Alcott, I dropped Alcott"], "different"],
    ["Ciaran Haloran", ["h a double l o r a n ciaran halloran"], "different"],
  ] as const)("is weighed by its words, their order and their spelling: %s", (value, said, expected) => {
    expect(
      weigh(
        "name",
        value,
        said.map((text) => line(text, "What name should it be under?")),
      ),
    ).toBe(expected);
  });

  test("may be given in two lines if its parts were asked for", () => {
    const lines = [line("McIlroy", "What's the last name?"), line("Fern, like the plant", "And the first?")];
    expect(weigh("name", "Fern McIlroy", lines)).toBe("same");
  });
});

describe("a phone number or a ZIP code", () => {
  test.each([
    ["phone", "619-555-0199", "it used to be 619-555-0148 but I switched carriers, now it's 619-555-0199", "same"],
    ["phone", "619-555-0148", "it used to be 619-555-0148 but I switched carriers, now it's 619-555-0199", "different"],
    ["phone", "619-555-0122", "619-555-0148, but I'm driving, so call my wife at 619-555-0122", "same"],
    ["phone", "503-555-0111", "mine's 503 555 0111, hers is 503 555 0124", "same"],
    ["zip", "92104", "nine two one oh four, we moved from nine two one one five", "same"],
    ["zip", "92115", "nine two one oh four, we moved from nine two one one five", "different"],
    ["zip", "92104", "92104, no wait", undefined],
  ] as const)("is the one that the caller settles on: %s %s, %s", (kind, value, said, expected) => {
    expect(weigh(kind, value, [line(said, "What is it?")])).toBe(expected);
  });
});

test.each([
  ["tom.hay@hotmail.com", "tom dot hay at gmail no not gmail it's at hotmail dot com", undefined],
  ["debhollis@outlook.com", "deb dash hollis at outlook dot com", undefined],
  ["tom.hay@gmail.com", "tom dot hay at gmail dot com or tomhay at yahoo dot com", undefined],
] as const)(
  "an e-mail address is what was said only with its signs, and if no other is named: %s",
  (value, said, expected) => {
    expect(weigh("email", value, [line(said, "What's your email?")])).toBe(expected);
  },
);

describe("a time", () => {
  const calendar = { today: 20_775, minutes: 615, zone: "America/Chicago" };
  test.each([
    ["2026-11-27T10:00", "a week from Friday, ten a.m.", "same"],
    ["Sunday 11 AM", "saturday, no, i have the kids, sunday at eleven in the morning", "same"],
    ["2026-11-20T12:00", "Thursday, oh shoot, that's my son's game, let's go Friday, noon", "same"],
    ["2026-11-19T12:00", "Thursday, oh shoot, that's my son's game, let's go Friday, noon", "different"],
    ["2026-11-23T15:00", "the Monday after Thanksgiving at three p.m.", "different"],
    ["2026-11-18T13:00", "I'm in a meeting, so three hours from now on the dot", "same"],
    ["2026-11-27T09:00", "the day after Thanksgiving, nine in the morning", "same"],
    ["2026-11-20T09:00", "any day but Friday", "different"],
    ["2026-11-20T09:00", "Friday at nine or ten", "same"],
    ["2026-11-20T09:00", "Friday, an hour later than that", undefined],
    ["2026-11-20T09:00", "the week of the twentieth at nine", undefined],
  ] as const)("is weighed by its day and its hour: %s, %s", (value, said, expected) => {
    expect(weigh("time", value, [line(said, "What time?")], calendar)).toBe(expected);
  });

  test.each([
    ["2026-11-21T10:00", "could he do friday no hang on that's inventory day let's do saturday around ten", "same"],
    ["Friday 7 AM", "seven friday in the morning, I leave for the ferry at eight", "same"],
    [
      "Tuesday 11 AM",
      "you're at my neighbor's tuesday at eleven just come to me then call it half past twelve",
      "different",
    ],
    ["Wednesday 1:30 PM", "wednesday afternoon i'm at therapy till noon so like one thirty", "same"],
    ["Friday 2 PM", "my old appointment was Thursday at two, I want to bump that to Friday, same time", "same"],
    ["Monday 1 PM", "I've got the two o'clock on monday any chance you could slide that an hour later", "different"],
    ["Friday 1 PM", "anytime friday except between twelve and two that's my lunch shift", "different"],
    ["Monday 9 AM", "I get off at four so anything after four thirty, Monday works", "different"],
    ["2026-12-03", "thursday but uh not this thursday the one after", "different"],
    ["Friday", "I need it by Friday", undefined],
  ] as const)("is wished, ruled out or told by its clause: %s, %s", (value, said, expected) => {
    expect(weigh("time", value, [line(said, "When should we come?")], calendar)).toBe(expected);
  });

  test("may stand for one that the agent has offered", () => {
    const offered = (said: string, value: string) =>
      weigh("time", value, [line(said, "I have Monday at nine, Tuesday at two or Friday at four.")], calendar);
    expect(offered("the middle one's good", "Tuesday 2 PM")).toBe("same");
    expect(offered("the middle one's good", "Friday 4 PM")).toBe("different");
    expect(offered("Friday I guess", "Friday 4 PM")).toBe("same");
  });

  test("has the day that the agent has named, unless it has named two", () => {
    const at = (question: string) => weigh("time", "2026-11-20T12:00", [line("noon please", question)], calendar);
    expect(at("What time on Friday?")).toBe("same");
    expect(at("What time, on Friday or on Saturday?")).toBeUndefined();
  });
});

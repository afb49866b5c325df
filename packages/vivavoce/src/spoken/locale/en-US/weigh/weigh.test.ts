import { describe, expect, test } from "vitest";
import { cues } from "../cues.ts";
import { weigh } from "./weigh.ts";

const line = (text: string, question = "") => ({ text, question });

describe("an address", () => {
  test.each([
    ["40 Pike Lane", ["it's fourteen er forty pike lane"]],
    ["12 S Dover", ["twelve north dover", "um hang on did i say north it's south dover my brother's the one on north"]],
    ["310 Birch Court", ["it's birch court not birch lane everybody goes to lane number three ten"]],
    ["1105 Quince Road", ["it's eleven", "oh five", "quince road"]],
    ["26 Elm Drive", ["the gate code is 4417, twenty six elm drive"]],
  ])("is what was said if all else is ruled out or put right: %s", (value, said) => {
    expect(
      weigh(
        "address",
        value,
        said.map((text) => line(text)),
        cues,
      ),
    ).toBe("same");
  });

  test.each([
    ["409 Southwest Ash Street", ["four oh nine southeast ash street, not southwest, everybody goes to southwest"]],
    ["86 Holm", ["it's eighty eight er eighty six hmm no eighty eight holm"]],
    ["26 Yarrow", ["my son is twenty eight he lives at twenty six and i'm at thirty so thirty yarrow"]],
    ["77 Plum Drive", ["seventy seven, it's not plum drive, it's plum place"]],
  ])("is another one if a part of it is ruled out and one is named in its place: %s", (value, said) => {
    expect(
      weigh(
        "address",
        value,
        said.map((text) => line(text)),
        cues,
      ),
    ).toBe("different");
  });

  test.each([
    ["82 Fenwick", ["i'm at eighty two fenwick but it's my mother's place that's one twenty six gorham road"]],
    ["5 Mill Street", ["it's for dad, i'm over on 5 Mill Street but he's at 41 Orchard Road"]],
    ["2200 Elm", ["2200 Elm, lower level"]],
    ["21 41st Street", ["twenty one forty first street"]],
    ["44 Saffron Walk", ["forty four saffron walk, what do people usually put"]],
    ["40 Cobb Lane", ["it's forty cobb lane no wait"]],
  ])("stays open if another may be meant: %s", (value, said) => {
    expect(
      weigh(
        "address",
        value,
        said.map((text) => line(text)),
        cues,
      ),
    ).toBeUndefined();
  });

  test("takes what the agent has named, unless the caller names another", () => {
    const asked = line("thirty two", "House number on Yarrow Lane?");
    expect(weigh("address", "32 Yarrow Lane", [asked], cues)).toBe("same");
    expect(weigh("address", "32 Yarrow Lane", [line("thirty two sorrel lane", asked.question)], cues)).not.toBe("same");
  });
});

describe("a name", () => {
  test.each([
    ["Petra Lind", ["that was me before the wedding it's petra lind these days l i n d"], "same"],
    ["Tess Lane", ["Tess Ibarra, oh gosh, Tess Lane, we got married"], "same"],
    ["Grant Thomas", ["last name Grant, first name Thomas"], undefined],
    ["Denise Stamper", ["I'm denise, put it under him, orville stamper"], undefined],
    ["Dean Hatch", ["robert dean hatch but i go by dean"], undefined],
    ["Jennifer Alcott", ["Jennifer Reyes, not Alcott, I dropped Alcott"], "different"],
    ["Ciaran Haloran", ["h a double l o r a n ciaran halloran"], "different"],
  ] as const)("is weighed by its words, their order and their spelling: %s", (value, said, expected) => {
    expect(
      weigh(
        "name",
        value,
        said.map((text) => line(text)),
        cues,
      ),
    ).toBe(expected);
  });

  test("may be given in two lines if its parts were asked for", () => {
    const lines = [line("McIlroy", "What's the last name?"), line("Fern, like the plant", "And the first?")];
    expect(weigh("name", "Fern McIlroy", lines, cues)).toBe("same");
  });
});

test.each([
  ["tom.hay@hotmail.com", "tom dot hay at gmail no not gmail it's at hotmail dot com", "same"],
  ["debhollis@outlook.com", "deb dash hollis at outlook dot com", undefined],
  ["tom.hay@gmail.com", "tom dot hay at gmail dot com or tomhay at yahoo dot com", undefined],
] as const)(
  "an e-mail address is what was said only with its signs, and if no other is named: %s",
  (value, said, expected) => {
    expect(weigh("email", value, [line(said)], cues)).toBe(expected);
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
    ["2026-11-20T09:00", "any day but Friday", undefined],
    ["2026-11-20T09:00", "Friday at nine or ten", undefined],
    ["2026-11-20T09:00", "Friday, an hour later than that", undefined],
    ["2026-11-20T09:00", "the week of the twentieth at nine", undefined],
  ] as const)("is weighed by its day and its hour: %s, %s", (value, said, expected) => {
    expect(weigh("time", value, [line(said, "What time?")], cues, calendar)).toBe(expected);
  });

  test("has the day that the agent has named, unless it has named two", () => {
    const at = (question: string) => weigh("time", "2026-11-20T12:00", [line("noon please", question)], cues, calendar);
    expect(at("What time on Friday?")).toBe("same");
    expect(at("What time, on Friday or on Saturday?")).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import type { MenuEntry } from "./question.ts";
import { Passages } from "./quotes.ts";
import { scaleMenu } from "./rate.ts";
import { questionOf } from "./testing-judge.test-helper.ts";
import { validateAnswer } from "./validate-answer.ts";

const menuOf = (...verdicts: string[]): MenuEntry[] => verdicts.map((verdict) => ({ verdict, meaning: "…" }));
const criteria = menuOf("yes", "partly", "no", "not applicable");
const points = scaleMenu([1, 5]);
/** The verdict that a judge's word is taken for, on the question's menu or that of the item. */
function read(given: JsonValue | undefined, menu: readonly MenuEntry[] = criteria, own?: readonly MenuEntry[]) {
  const question = questionOf({ items: [{ id: "c1", text: "it is so", menu: own }], menu, evidence: "none" });
  const answer = { items: [{ id: "c1", ...(given === undefined ? {} : { verdict: given }) }] };
  const reading = validateAnswer(answer, question, new Passages({ history: [], exchanges: [] }, []));
  return reading.ok ? reading.value[0]?.verdict : undefined;
}

describe("a verdict is taken as", () => {
  test.each([
    ["yes", "yes"],
    ["Yes", "yes"],
    ["YES", "yes"],
    ["yes.", "yes"],
    ["Yes!", "yes"],
    [" yes ", "yes"],
    ["yes\n", "yes"],
    ["“Yes.”", "yes"],
    ["'yes'", "yes"],
    ["`yes`", "yes"],
    ['"Yes".', "yes"],
    ["**Yes**", "yes"],
    ["[yes]", "yes"],
    [true, "yes"],
    [false, "no"],
    ["true", "yes"],
    ["Partly,", "partly"],
    ["Not Applicable.", "not applicable"],
    ["not  applicable", "not applicable"],
    ["not_applicable", "not applicable"],
    ["not-applicable", "not applicable"],
  ])("%j: %s", (given, verdict) => {
    expect(read(given)).toBe(verdict);
  });

  test.each([
    [4, "4"],
    ["4", "4"],
    ["4.0", "4"],
    ["4.", "4"],
    [" 4 ", "4"],
    ["4/5", "4"],
    ["4 / 5", "4"],
    ["5/5", "5"],
    ["4.0/5.0", "4"],
    ["4 out of 5", "4"],
    ["**4**/5", undefined],
  ])("on a scale from 1 to 5, %j: %s", (given, verdict) => {
    expect(read(given, points)).toBe(verdict);
  });

  test.each([
    [10, "10"],
    ["10", "10"],
    ["10.00", "10"],
    ["10/10", "10"],
    ["10.00/10.00", "10"],
    ["10 out of 10", "10"],
    ["7/10.00", "7"],
    ["1/10", "1"],
    ["1/1", undefined],
    ["5/5", undefined],
    ["10/100", undefined],
    ["11/10", undefined],
    ["100", undefined],
  ])("on a scale from 0 to 10, %j: %s", (given, verdict) => {
    expect(read(given, scaleMenu([0, 10]))).toBe(verdict);
  });

  test("no point in a menu of words, whatever the number is of", () => {
    for (const given of ["1", "1/1", "4/5", "1 out of 1"]) expect(read(given)).toBeUndefined();
  });

  test("a point of a scale that also has words", () => {
    const menu = [...points, ...menuOf("not applicable")];
    expect([read("4/5", menu), read("Not applicable", menu)]).toEqual(["4", "not applicable"]);
  });

  test("itself, whatever its case and the marks around it", () => {
    const menu = fc.constantFrom(criteria, points, menuOf("met", "not met"), menuOf("a/b", "(c)", "d.e"));
    fc.assert(
      fc.property(menu, fc.nat(), fc.constantFrom("", " ", '"', "**", "“"), (entries, index, mark) => {
        const { verdict = "" } = entries[index % entries.length] ?? {};
        expect(read(`${mark}${verdict.toUpperCase()}${mark}`, entries)).toBe(verdict);
      }),
    );
  });
});

describe("a verdict is never guessed from", () => {
  test.each([
    "yes and no",
    "yes or partly",
    "yes/no",
    "yes, no",
    "yes, mostly",
    "mostly yes",
    "not yes",
    "!yes",
    "yes?",
    "yes…",
    "yes...",
    "~~yes~~",
    "yes (partly)",
    "y",
    "ja",
    "oui",
    "はい",
    "N/A",
    "applicable",
    "met",
    "1",
    "",
    " ",
    ".",
    1,
    0,
    null,
    undefined,
    ["yes"],
    { verdict: "yes" },
  ])("%j", (given) => {
    expect(read(given)).toBeUndefined();
  });

  test.each([
    "4/10",
    "8/10",
    "80%",
    "4/4",
    "6/5",
    "0/5",
    "4.5/5",
    "4,5",
    "4.5",
    4.5,
    "6",
    "0",
    "-4",
    "4-5",
    "4 or 5",
    "4+",
    "~4",
    ">4",
    "≥4",
    "four",
    "4 stars",
    "4/5/5",
    "0x4",
    "4e0",
    "４",
    true,
    "yes",
  ])("%j on a scale from 1 to 5", (given) => {
    expect(read(given, points)).toBeUndefined();
  });

  test("true, where the menu has no yes and no", () => {
    expect(read(true, menuOf("met", "not met"))).toBeUndefined();
    expect(read(true, menuOf("yes", "never"))).toBeUndefined();
    expect(read(true, menuOf("true", "false"))).toBe("true");
  });

  test("false, where the menu has no yes, or several", () => {
    expect(read(false, menuOf("always", "no"))).toBeUndefined();
    expect(read(false, menuOf("Yes", "yes", "no"))).toBeUndefined();
  });

  test("a spelling that two verdicts share; each of them by its own spelling is fine", () => {
    const menu = menuOf("Yes", "yes", "no");
    expect([read("YES", menu), read("yes.", menu), read(true, menu)]).toEqual([undefined, undefined, undefined]);
    expect([read("Yes", menu), read("yes", menu)]).toEqual(["Yes", "yes"]);
  });

  test("a share of a scale of which code left a part: it could be of either", () => {
    const bounded = (given: string) => read(given, points, scaleMenu([1, 3]));
    expect([bounded("3/5"), bounded("3/3"), bounded("3"), bounded("4")]).toEqual([
      undefined,
      undefined,
      "3",
      undefined,
    ]);
    expect(read("3/3", criteria, scaleMenu([1, 3]))).toBe("3");
  });
});

import { describe, expect, test } from "vitest";
import { asksForMoreOf, findTimes } from "./time-kind.ts";

const given = (text: string, asked = false) => findTimes(text, { by: "caller", asked }).map(({ value }) => value);
const heard = (text: string) => findTimes(text, { by: "agent", asked: false }).map(({ value }) => value);

describe("times that a caller gives", () => {
  test.each([
    ["Can you come Tuesday at two thirty?", ["tuesday at 2:30"]],
    ["I need somebody tomorrow between eight and ten", ["tomorrow between 8:00 and 10:00"]],
    ["Tuesday or Wednesday morning works", ["tuesday", "wednesday morning"]],
    ["I need someone right away", ["as soon as possible"]],
  ])("%s", (line, times) => {
    expect(given(line)).toEqual(times);
  });

  test.each([
    "My AC died this morning.",
    "It's been out since Tuesday and I need help",
    "It stopped last night",
    "We were home at nine",
    "I need help, it quit this morning",
    "It's 90 in here and two kids",
    "at one point it came back",
  ])("%o tells of something else", (line) => {
    expect(given(line)).toEqual([]);
  });

  test("an answer may be as bare as it likes", () => {
    expect(given("eight")).toEqual([]);
    expect(given("eight", true)).toEqual(["at 8:00"]);
    expect(given("It died yesterday, so tomorrow", true)).toEqual(["tomorrow"]);
    expect(given("the second one", true)).toEqual([]);
    expect(given("Tuesday. I have two dogs.", true)).toEqual(["tuesday"]);
    expect(given("two works", true)).toEqual(["at 2:00"]);
  });

  test("each stands where it says", () => {
    const line = "No rush. Can you come Tuesday at two? Or on Friday.";
    for (const { start, end, text } of findTimes(line, { by: "caller", asked: true })) {
      expect(line.slice(start, end)).toBe(text);
    }
  });
});

describe("times that an agent says", () => {
  test("each of several is one", () => {
    expect(heard("I can do Tuesday at 9 or Wednesday between 1 and 3.")).toEqual([
      "tuesday at 9:00",
      "wednesday between 1:00 and 3:00",
    ]);
  });

  test.each([
    "I'll look that up right away.",
    "So it has been out since yesterday morning?",
    "One moment, two seconds.",
  ])("%o says none", (reply) => {
    expect(heard(reply)).toEqual([]);
  });
});

describe("a question for more of a time", () => {
  test.each([
    ["tuesday", "What time works?", true],
    ["tuesday", "Which day works?", false],
    ["at 9:00", "What day is that?", true],
    ["tomorrow", "Morning or afternoon?", true],
    ["tomorrow morning", "Morning or afternoon?", false],
    ["tomorrow morning", "What time in the morning?", true],
    ["tuesday at 9:00", "What time works?", false],
    ["as soon as possible", "What time works?", false],
    ["tomorrow", "When would you like us out?", false],
  ])("%s, then %s: %s", (known, question, open) => {
    expect(asksForMoreOf(known, question)).toBe(open);
  });
});

import { describe, expect, test } from "vitest";
import { tokensOf } from "../../../text/tokens.ts";
import { joinTimes, settleTime } from "./read-clock.ts";
import { isMeasure, scanTimes } from "./scan-times.ts";
import { showTime } from "./spoken-time.ts";

const scan = (text: string, lenient = false) =>
  scanTimes(tokensOf(text), { lenient }).map(({ time }) => showTime(time));

describe("parts of one time", () => {
  test.each([
    ["Tuesday at 2:30 pm", ["tuesday at 2:30 pm"]],
    ["2:30 pm on Tuesday", ["tuesday at 2:30 pm"]],
    ["Tuesday, October 6th, between 8 and 10 in the morning", ["tuesday october 6 between 8:00 am and 10:00 am"]],
    ["tomorrow, sometime in the afternoon", ["tomorrow afternoon"]],
    ["Friday - around noon", ["friday at 12:00 pm"]],
  ])("%s belong together", (text, times) => {
    expect(scan(text)).toEqual(times);
  });

  test.each([
    ["Tuesday or Wednesday", ["tuesday", "wednesday"]],
    ["Tuesday at nine, Wednesday at ten", ["tuesday at 9:00", "wednesday at 10:00"]],
    ["Tuesday. At nine.", ["tuesday", "at 9:00"]],
    ["Tuesday is when my sister and her kids come, at nine", ["tuesday", "at 9:00"]],
  ])("%s do not", (text, times) => {
    expect(scan(text)).toEqual(times);
  });
});

describe("what may be a time", () => {
  test.each([
    ["I'll be there at two", ["at 2:00"]],
    ["at two works", ["at 2:00"]],
    ["at one point", []],
    ["at two different places", []],
    ["two thirty", ["at 2:30"]],
    ["two", []],
    ["two days", []],
    ["between two and three hours", []],
  ])("%s", (text, times) => {
    expect(scan(text)).toEqual(times);
  });

  test.each([
    ["two", ["at 2:00"]],
    ["at one point", ["at 1:00"]],
    ["two days", []],
    ["that one", []],
    ["slot_3", []],
    ["five one two five", []],
  ])("where one was asked for: %s", (text, times) => {
    expect(scan(text, true)).toEqual(times);
  });

  test.each(["since Tuesday", "last night", "yesterday morning", "every Monday"])("%o is past or forever", (text) => {
    expect(scan(text, true)).toEqual([]);
  });

  test.each([
    ["days", true],
    ["degrees", true],
    ["feet", true],
    ["Street", false],
    ["pm", false],
  ])("%s measures: %s", (word, measures) => {
    expect(isMeasure(tokensOf(word)[0])).toBe(measures);
  });
});

describe("putting times together", () => {
  const two = { kind: "at", clock: { minutes: 120 } } as const;

  test("two parts are one time, unless both say the same thing", () => {
    expect(joinTimes({ weekday: 2 }, { span: two })).toEqual({ weekday: 2, span: two });
    expect(joinTimes({ weekday: 2 }, { weekday: 3 })).toBeUndefined();
  });

  test("a part of the day settles the half and is gone", () => {
    expect(settleTime({ part: "afternoon", span: two })).toEqual({
      span: { kind: "at", clock: { minutes: 120, half: "pm" } },
    });
    expect(settleTime({ part: "night", span: two })).toMatchObject({ span: { clock: { half: "am" } } });
    expect(settleTime({ part: "morning" })).toEqual({ part: "morning" });
    const sure = { kind: "at", clock: { minutes: 120, half: "am" } } as const;
    expect(settleTime({ part: "afternoon", span: sure })).toEqual({ span: sure });
  });
});

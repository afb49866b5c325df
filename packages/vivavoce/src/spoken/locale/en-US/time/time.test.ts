import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { windowOf } from "./read-clock.ts";
import { type ClockSpan, type ClockTime, type SpokenTime, showTime } from "./spoken-time.ts";
import { compareTimes, normaliseTime, readTime } from "./time-kind.ts";

describe("clock times", () => {
  test.each([
    ["half past two", "at 2:30"],
    ["quarter to five", "at 4:45"],
    ["a quarter past twelve", "at 12:15"],
    ["quarter of six pm", "at 5:45 pm"],
    ["quarter to twelve pm", "at 11:45 am"],
    ["twenty past two", "at 2:20"],
    ["twenty-five to nine", "at 8:35"],
    ["ten minutes to five", "at 4:50"],
    ["at ten to five", "at 4:50"],
    ["2:30 pm", "at 2:30 pm"],
    ["2:30 p.m.", "at 2:30 pm"],
    ["2.30 pm", "at 2:30 pm"],
    ["2:30:00 pm", "at 2:30 pm"],
    ["230 pm", "at 2:30 pm"],
    ["2pm", "at 2:00 pm"],
    ["2:30", "at 2:30"],
    ["14:30", "at 2:30 pm"],
    ["08:00", "at 8:00 am"],
    ["00:15", "at 12:15 am"],
    ["two thirty", "at 2:30"],
    ["two-thirty", "at 2:30"],
    ["two thirty in the afternoon", "at 2:30 pm"],
    ["eight in the morning", "at 8:00 am"],
    ["nine o'clock at night", "at 9:00 pm"],
    ["twelve at night", "at 12:00 am"],
    ["eight oh five", "at 8:05"],
    ["eight forty-five a m", "at 8:45 am"],
    ["noon", "at 12:00 pm"],
    ["twelve noon", "at 12:00 pm"],
    ["midnight", "at 12:00 am"],
    ["two", "at 2:00"],
    ["around nine", "at 9:00"],
  ])("%s is %s", (said, time) => {
    expect(normaliseTime(said)).toBe(time);
  });
});

describe("windows and limits", () => {
  test.each([
    ["between eight and ten", "between 8:00 and 10:00"],
    ["8-10 am", "between 8:00 am and 10:00 am"],
    ["8 to 10", "between 8:00 and 10:00"],
    ["ten to five", "ten to 5:00"],
    ["10 to 2 pm", "between 10:00 am and 2:00 pm"],
    ["11 am until 1", "between 11:00 am and 1:00 pm"],
    ["between 11 and 1 in the afternoon", "between 11:00 am and 1:00 pm"],
    ["8 to 10 tomorrow morning", "tomorrow between 8:00 am and 10:00 am"],
    ["from nine to eleven on friday", "friday between 9:00 and 11:00"],
    ["after three", "after 3:00"],
    ["before noon", "before 12:00 pm"],
    ["by five pm", "before 5:00 pm"],
  ])("%s is %s", (said, time) => {
    expect(normaliseTime(said)).toBe(time);
  });
});

describe("days", () => {
  test.each([
    ["Tuesday", "tuesday"],
    ["next Tuesday at 9", "next tuesday at 9:00"],
    ["this coming Friday", "this friday"],
    ["Tue", "tuesday"],
    ["tomorrow morning", "tomorrow morning"],
    ["first thing tomorrow", "tomorrow morning"],
    ["the day after tomorrow", "day after tomorrow"],
    ["tonight", "today evening"],
    ["this afternoon", "today afternoon"],
    ["mornings", "morning"],
    ["October 6th at 3", "october 6 at 3:00"],
    ["the sixth of October", "october 6"],
    ["6 October", "october 6"],
    ["the 6th", "the 6th"],
    ["10/6 at 2", "october 6 at 2:00"],
    ["10/6/2026", "2026-10-06"],
    ["Tue, Oct 6, 2026 at 2:30 p.m.", "tuesday 2026-10-06 at 2:30 pm"],
    ["2026-10-06", "2026-10-06"],
    ["2026-10-06T14:30:00", "2026-10-06 at 2:30 pm"],
    ["2026-10-06T14:30:00.000-05:00", "2026-10-06 at 2:30 pm"],
    ["2026-10-06 09:00", "2026-10-06 at 9:00 am"],
    ["2026-10-06 02:30 pm", "2026-10-06 at 2:30 pm"],
    ["as soon as possible", "as soon as possible"],
    ["ASAP", "as soon as possible"],
    ["whenever", "any time"],
    ["any time tomorrow", "tomorrow any time"],
    ["Friday afternoon around 3", "friday at 3:00 pm"],
  ])("%s is %s", (said, time) => {
    expect(normaliseTime(said)).toBe(time);
  });
});

test.each([
  "",
  "hello",
  "it sat in the sun",
  "two days",
  "ninety degrees",
  "since yesterday morning",
  "last Tuesday",
  "slot_3",
  "five one two five five five",
  "2026-10-06T14:30:00Z",
  "the second one",
  "the first floor",
])("%o is not a time", (said) => {
  expect(normaliseTime(said)).toBeUndefined();
});

describe("two times", () => {
  test.each([
    ["2:30", "2:30 pm", "same"],
    ["2:30 am", "2:30 pm", "different"],
    ["half past two", "14:30", "same"],
    ["2:30", "3:30", "different"],
    ["noon", "12:00", "same"],
    ["tomorrow morning", "tomorrow at 9", "same"],
    ["tomorrow morning", "tomorrow at 2", "different"],
    ["tomorrow morning", "tomorrow afternoon", "different"],
    ["tomorrow morning", "tomorrow between eight and ten", "same"],
    ["afternoon", "between 10 and 12", "different"],
    ["evening", "tonight", "same"],
    ["between eight and ten", "8-10 am", "same"],
    ["between eight and ten", "8 to 11", "different"],
    ["between eight and ten", "at 8:00 am", "same"],
    ["between eight and ten", "at 11", "different"],
    ["after three", "3:30 pm", "same"],
    ["before noon", "2 pm", "different"],
    ["Tuesday", "Wednesday", "different"],
    ["Tuesday", "2026-10-06", "same"],
    ["Tuesday", "2026-10-07", "different"],
    ["next Tuesday", "this Tuesday", "different"],
    ["next Tuesday", "Tuesday", "same"],
    ["October 6", "2026-10-06T08:00", "same"],
    ["the 6th", "October 7", "different"],
    ["tomorrow", "today", "different"],
    ["Tuesday at 2:30", "Tuesday", "same"],
    ["tomorrow", "Tuesday", "open"],
    ["tomorrow", "9 am", "open"],
    ["as soon as possible", "tomorrow at 9", "open"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    const [first, second] = [normaliseTime(one) ?? "", normaliseTime(other) ?? ""];
    expect(compareTimes(first, second)).toBe(comparison);
    expect(compareTimes(second, first)).toBe(comparison);
  });
});

describe("laws", () => {
  const half = fc.constantFrom("am" as const, "pm" as const, undefined);
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 719 }), half)
    .map(([minutes, side]): ClockTime => (side ? { minutes, half: side } : { minutes }));
  const span: fc.Arbitrary<ClockSpan> = fc.oneof(
    fc.record({ kind: fc.constantFrom("at" as const, "after" as const, "before" as const), clock }),
    fc.tuple(clock, clock).map(([from, to]) => windowOf(from, to)),
  );
  const month = fc.integer({ min: 1, max: 12 });
  const day: fc.Arbitrary<SpokenTime> = fc.oneof(
    fc.constant({}),
    fc.constantFrom({ relative: "today" as const }, { relative: "day after tomorrow" as const }),
    fc.integer({ min: 0, max: 6 }).map((weekday) => ({ weekday })),
    fc.record({ weekday: fc.integer({ min: 0, max: 6 }), week: fc.constantFrom("this" as const, "next" as const) }),
    fc.record({ date: fc.record({ month, day: fc.integer({ min: 1, max: 28 }) }) }),
    fc.record({ date: fc.record({ year: fc.constant(2026), month, day: fc.integer({ min: 1, max: 28 }) }) }),
    fc.record({ date: fc.record({ day: fc.integer({ min: 1, max: 31 }) }) }),
  );
  const hour: fc.Arbitrary<SpokenTime> = fc.oneof(
    fc.record({ span }),
    fc
      .constantFrom("morning" as const, "afternoon" as const, "evening" as const, "night" as const)
      .map((part) => ({ part })),
    fc.constantFrom("soon" as const, "any" as const).map((flexible) => ({ flexible })),
  );
  const time = fc.tuple(day, hour).map(([one, other]): SpokenTime => ({ ...one, ...other }));

  test("what is shown is read as the same time", () => {
    fc.assert(
      fc.property(time, (one) => {
        expect(readTime(showTime(one))).toEqual(one);
      }),
    );
  });

  test("a time is the same as itself, and two compare alike from either side", () => {
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [first, second] = [showTime(one), showTime(other)];
        expect(compareTimes(first, first)).not.toBe("different");
        expect(compareTimes(first, second)).toBe(compareTimes(second, first));
      }),
    );
  });

  test("a clock said in words is the clock in figures", () => {
    const hours = "twelve one two three four five six seven eight nine ten eleven".split(" ");
    const tens = ["", "", "twenty", "thirty", "forty", "fifty"];
    const small = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
    const minutesInWords = (minutes: number) => {
      if (minutes === 0) return "o'clock";
      if (minutes < 10) return `oh ${hours[minutes]}`;
      if (minutes < 20) return small[minutes - 10];
      return `${tens[Math.floor(minutes / 10)]}${minutes % 10 ? ` ${hours[minutes % 10]}` : ""}`;
    };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 59 }), (hour, minutes) => {
        const figures = `${hour || 12}:${String(minutes).padStart(2, "0")}`;
        expect(normaliseTime(`${hours[hour]} ${minutesInWords(minutes)}`)).toBe(`at ${figures}`);
        expect(normaliseTime(`${figures} pm`)).toBe(`at ${figures} pm`);
      }),
    );
  });
});

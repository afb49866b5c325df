import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Calendar } from "../../../slots/slot.ts";
import { dateOf, dayNumber, daysMeant, wallClock, weekdayOn } from "./calendar.ts";
import { compareTimes, normaliseTime, readTime } from "./time-kind.ts";

const on = (date: string, zone?: string): Calendar => {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { today: dayNumber(year, month, day) ?? 0, zone };
};
const shown = (day: number) => {
  const { year, month, day: date } = dateOf(day);
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
};
/** Readings as "date or date", days of one reading as "date/date". */
const meant = (said: string, calendar: Calendar) =>
  daysMeant(readTime(said, calendar) ?? {}, calendar)
    ?.map((days) => days.map(shown).join("/"))
    .sort()
    .join(" or ");

// 2 September 2026 is a Wednesday.
describe("said on Wednesday, 2 September 2026", () => {
  test.each([
    ["today", "2026-09-02"],
    ["tonight", "2026-09-02"],
    ["tomorrow at nine", "2026-09-03"],
    ["the day after tomorrow", "2026-09-04"],
    ["Friday", "2026-09-04"],
    ["this Friday", "2026-09-04"],
    ["this coming Tuesday", "2026-09-08"],
    ["Wednesday", "2026-09-02 or 2026-09-09"],
    ["next Wednesday", "2026-09-09"],
    ["next Monday", "2026-09-07"],
    ["next Friday", "2026-09-04 or 2026-09-11"],
    ["Tuesday next week", "2026-09-08"],
    ["Friday of next week", "2026-09-11"],
    ["next week on Thursday", "2026-09-10"],
    ["Friday this week", "2026-09-04"],
    ["in three days", "2026-09-05"],
    ["in a week", "2026-09-09"],
    ["in a couple of days", "2026-09-04"],
    ["ten days from now", "2026-09-12"],
    ["a week from Monday", "2026-09-14"],
    ["the first Monday of October", "2026-10-05"],
    ["last Friday of the month", "2026-09-25"],
    ["second Tuesday in August", "2027-08-10"],
    ["last day of the month", "2026-09-30"],
    ["the first of the month", "2026-10-01"],
    ["the third Tuesday of next month", "2026-10-20"],
    ["the Friday before Labor Day", "2026-09-04"],
    ["2 weeks from tomorrow", "2026-09-17"],
    ["a week from the day after tomorrow", "2026-09-11"],
    ["this weekend", "2026-09-05/2026-09-06"],
    ["next weekend", "2026-09-05/2026-09-06 or 2026-09-12/2026-09-13"],
    ["Saturday this weekend", "2026-09-05"],
    ["the 8th", "2026-09-08"],
    ["the first", "2026-10-01"],
    ["Friday the 13th", "2026-11-13"],
    ["September 30", "2026-09-30"],
    ["January 5", "2027-01-05"],
    ["August 31", "2026-08-31 or 2027-08-31"],
    ["tomorrow, Friday", ""],
    ["February 30", ""],
    ["at nine", undefined],
  ])("%s is %s", (said, days) => {
    expect(meant(said, on("2026-09-02"))).toBe(days);
  });
});

test.each([
  ["next Tuesday", "2026-11-15", "2026-11-17 or 2026-11-24"],
  ["this weekend", "2026-11-14", "2026-11-14/2026-11-15"],
  ["this weekend", "2026-11-15", "2026-11-15 or 2026-11-21/2026-11-22"],
  ["next weekend", "2026-11-14", "2026-11-21/2026-11-22"],
  ["the 31st", "2026-11-12", "2026-12-31"],
  ["the day after tomorrow", "2028-02-27", "2028-02-29"],
  ["tomorrow", "2026-12-31", "2027-01-01"],
])("%s, said on %s, is %s", (said, today, days) => {
  expect(meant(said, on(today))).toBe(days);
});

test.each(["two or three days from now", "in a week or two", "in the next three days", "a week from next Friday"])(
  "%s is not a counted day",
  (said) => {
    expect(readTime(said, on("2026-09-02"))?.date).toBeUndefined();
  },
);

test("a moment is converted to the zone, by the time that holds there on that day", () => {
  const chicago = on("2026-10-31", "America/Chicago");
  expect(normaliseTime("2026-10-31T14:00:00Z", chicago)).toBe("2026-10-31 at 9:00 am");
  expect(normaliseTime("2026-11-01T15:00:00Z", chicago)).toBe("2026-11-01 at 9:00 am");
  expect(normaliseTime("2026-11-01T09:00:00-06:00", chicago)).toBe("2026-11-01 at 9:00 am");
  expect(normaliseTime("2026-11-02T04:30:00.000+0000", chicago)).toBe("2026-11-01 at 10:30 pm");
  expect(normaliseTime("2026-11-01T09:00:00", chicago)).toBe("2026-11-01 at 9:00 am");
  expect(normaliseTime("2026-11-01T15:00:00Z", on("2026-10-31"))).toBeUndefined();
  expect(wallClock(new Date("2026-09-03T03:30:00Z"), "America/New_York")).toEqual({
    day: on("2026-09-02").today,
    minutes: 23 * 60 + 30,
  });
});

describe("two times in a call on a known day", () => {
  test.each([
    ["tomorrow at nine", "2026-09-03T09:00", "same"],
    ["tomorrow at nine", "2026-09-04T09:00", "different"],
    ["tomorrow at nine", "Thursday at 10 am", "different"],
    ["next Friday", "2026-09-11", "open"],
    ["next Friday at nine", "2026-09-11 09:00", "open"],
    ["next Friday", "next Friday at nine", "same"],
    ["next Friday", "2026-09-10", "different"],
    ["this weekend", "Sunday at 10", "same"],
    ["this weekend", "Monday", "different"],
    ["tomorrow", "9 am", "open"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    const calendar = on("2026-09-02");
    const [first, second] = [normaliseTime(one, calendar) ?? "", normaliseTime(other, calendar) ?? ""];
    expect(compareTimes(first, second, calendar)).toBe(comparison);
    expect(compareTimes(second, first, calendar)).toBe(comparison);
  });
});

describe("two times in a call on an unknown day", () => {
  test.each([
    ["tomorrow at nine", "2026-09-04T09:00", "open"],
    ["tomorrow at nine", "2026-09-04T10:00", "different"],
    ["tomorrow at nine", "Friday at nine", "open"],
    ["next Friday", "2026-09-11", "open"],
    ["Friday", "2026-09-11", "same"],
  ] as const)("%s and %s: %s", (one, other, comparison) => {
    expect(compareTimes(normaliseTime(one) ?? "", normaliseTime(other) ?? "")).toBe(comparison);
  });
});

test("laws: a number and its date are one, and a weekday alone is within a week", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 6 }), (today, weekday) => {
      const { year, month, day } = dateOf(today);
      expect(dayNumber(year, month, day)).toBe(today);
      const days = daysMeant({ weekday }, { today })?.flat() ?? [];
      expect(days.every((one) => weekdayOn(one) === weekday && one >= today && one <= today + 7)).toBe(true);
    }),
  );
});

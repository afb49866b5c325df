import type { Calendar } from "../../../slots/slot.ts";
import type { CalendarDate, SpokenTime } from "./spoken-time.ts";

const dayLength = 24 * 60 * 60 * 1000;
/** A date this far back is probably a slip, and not the date in the next year. */
const justPast = 31;

/** The number of a day; undefined if there is no such date. */
export function dayNumber(year: number, month: number, day: number): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / dayLength : undefined;
}

export function dateOf(day: number): { year: number; month: number; day: number } {
  const date = new Date(day * dayLength);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekdayOn(day: number): number {
  return new Date(day * dayLength).getUTCDay();
}

const shownParts = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
} as const;
/** A cache, because a format takes long to make. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and the minute of the day that a clock in a zone shows at a moment. */
export function wallClock(moment: Date, zone: string): { day: number; minutes: number } {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat("en-US", { ...shownParts, timeZone: zone });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return { day: dayNumber(year, month, day) ?? 0, minutes: hour * 60 + minute };
}

/**
 * What a time may mean by its day: one set of days for each usual reading, any day of which will do. "Next Tuesday" said
 * on a Sunday has two readings, "this weekend" has one of two days. Empty if the words contradict each other, and
 * undefined if they name no day.
 */
export function daysMeant(time: SpokenTime, { today }: Calendar): number[][] | undefined {
  const { relative, week, weekday, date, weekend } = time;
  const named = [
    ...(relative ? [[[today + daysAhead[relative]]]] : []),
    ...(date ? [datesMeant(date, weekday, today)] : []),
    ...(weekend ? [weekendsMeant(week, today)] : []),
  ];
  if (named.length === 0) return weekday === undefined ? undefined : weekdaysMeant(weekday, week, today);
  return named
    .reduce((some, others) => some.flatMap((one) => others.map((other) => one.filter((day) => other.includes(day)))))
    .map((days) => days.filter((day) => weekday === undefined || weekdayOn(day) === weekday))
    .filter((days) => days.length > 0);
}

/** The day, if there is only one that can be meant. */
export function onlyDay(readings: readonly (readonly number[])[] | undefined): number | undefined {
  const days = readings?.flat() ?? [];
  return days.length === 1 ? days[0] : undefined;
}

const daysAhead = { today: 0, tomorrow: 1, "day after tomorrow": 2 };

/** Nobody can tell whether "Thursday" said on a Thursday is today. */
function weekdaysMeant(weekday: number, week: SpokenTime["week"], today: number): number[][] {
  const ahead = (weekday - weekdayOn(today) + 7) % 7;
  if (week === "some") return each([0, 7, 14, 21, 28].map((days) => today + ahead + days));
  if (week === "next") return each([today + (ahead || 7), ...inWeek(weekday, 1, today)]);
  return each(ahead === 0 ? [today, today + 7] : [today + ahead]);
}

/** A weekday of this week or a later one, for weeks that begin on Monday and for weeks that begin on Sunday. */
export function inWeek(weekday: number, weeksAhead: number, today: number): number[] {
  const now = weekdayOn(today);
  const fromMonday = today - ((now + 6) % 7) + ((weekday + 6) % 7);
  return [...new Set([fromMonday, today - now + weekday])].map((day) => day + 7 * weeksAhead);
}

function weekendsMeant(week: SpokenTime["week"], today: number): number[][] {
  const now = weekdayOn(today);
  const saturday = now === 0 ? today - 1 : today + 6 - now;
  const weekendFrom = (day: number) => [day, day + 1];
  const later = weekendFrom(saturday + 7);
  if (week !== "next") return now === 0 ? [[today], later] : [weekendFrom(saturday)];
  if (now === 6) return [later];
  return [later, weekendFrom(now === 0 ? saturday + 14 : saturday)];
}

function datesMeant({ year, month, day }: CalendarDate, weekday: number | undefined, today: number): number[][] {
  if (month === undefined) return dayOfMonth(day, weekday, today);
  const thisYear = dateOf(today).year;
  if (year !== undefined) return each([dayNumber(year, month, day)]);
  const soon = dayNumber(thisYear, month, day);
  if (soon !== undefined && soon >= today) return [[soon]];
  const slip = soon !== undefined && today - soon <= justPast ? [soon] : [];
  return each([...slip, dayNumber(thisYear + 1, month, day)]);
}

/** "the 6th" is the next one to come, and "Tuesday the 6th" the next one that is a Tuesday. */
function dayOfMonth(day: number, weekday: number | undefined, today: number): number[][] {
  const { year, month } = dateOf(today);
  const coming = [0, 1, 2, 3].map((ahead) => {
    const index = month - 1 + ahead;
    return dayNumber(year + Math.floor(index / 12), (index % 12) + 1, day);
  });
  const first = coming.find(
    (one) => one !== undefined && one >= today && (weekday === undefined || weekdayOn(one) === weekday),
  );
  return each([first]);
}

/** Readings of one day each. */
function each(days: readonly (number | undefined)[]): number[][] {
  return [...new Set(days)].flatMap((day) => (day === undefined ? [] : [[day]]));
}

/** The second Sunday of a month, and so on; the fifth is the last one. */
export function nthWeekday(nth: number, weekday: number, { year, month }: { year: number; month: number }): number {
  const first = dayNumber(year, month, 1) ?? 0;
  const found = first + ((weekday - weekdayOn(first) + 7) % 7) + 7 * (nth - 1);
  return dateOf(found).month === month ? found : found - 7;
}

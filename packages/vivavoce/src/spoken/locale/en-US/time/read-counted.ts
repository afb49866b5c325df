import type { Calendar } from "../../../slots/slot.ts";
import { firstOf, oneOf, type Reader, rulesOf } from "../../../text/grammar.ts";
import type { Token } from "../../../text/tokens.ts";
import { readOrdinal } from "../numbers/digit-group.ts";
import { dateOf, dayNumber, daysMeant, inWeek, nthWeekday, onlyDay, weekdayOn } from "./calendar.ts";
import { clockAt, readFigure } from "./read-clock.ts";
import { onDay, type Part, readDay, readHoliday, readMonth, readWeekday } from "./read-day.ts";

const countRule = rulesOf({ figure: readFigure });

const counts = firstOf(
  countRule("(a couple of|a couple)", () => ({ value: 2 })),
  countRule("(a|an)", () => ({ value: 1 })),
  countRule("{figure}", ({ figure }) => ({ value: figure.value })),
);

const periodRule = rulesOf({ count: counts });
/** "three days", "a week", "a couple of weeks" */
const periods = firstOf(
  periodRule("{count} (day|days)", ({ count }) => ({ days: count.value })),
  periodRule("{count} (week|weeks)", ({ count }) => ({ days: count.value * 7 })),
  periodRule("{count} (fortnight|fortnights)", ({ count }) => ({ days: count.value * 14 })),
);

const nths = firstOf<{ value: number }>(
  countRule("last", () => ({ value: 5 })),
  (tokens, at) => {
    const { digits = "0", next = at } = readOrdinal(tokens, at) ?? {};
    return Number(digits) >= 1 && Number(digits) <= 5 ? { value: Number(digits), next } : undefined;
  },
);

/** A month by its name, or counted from this one. */
const monthsMeant = firstOf<{ month?: number; ahead?: number }>(
  countRule("(the|this) month", () => ({ ahead: 0 })),
  countRule("next month", () => ({ ahead: 1 })),
  readMonth,
);

const nextOnes = countRule(
  "(the one coming up|this coming one|this one|the next one|the first one|this week)",
  () => ({}),
);
const laterOnes = countRule(
  "(one after that|one after|following one|next one|week after that|week after|following week)",
  () => ({}),
);

const rule = rulesOf({
  count: counts,
  period: periods,
  weekday: readWeekday,
  ofWeek: oneOf("this next"),
  day: firstOf(readHoliday, readDay),
  nth: nths,
  ordinal: readOrdinal,
  month: monthsMeant,
  first: nextOnes,
  later: laterOnes,
  push: oneOf("push move bump put shift slide set"),
  it: oneOf("it that this us me"),
});

/** Words behind "the day after", which then names no day: "the day after Christmas", "the day after I called". */
const goesOn = /^(?!(?:at|in|around|please|instead|then|if|would|works|is)$)[a-z]/;

/** Reads a day that takes a calendar to tell: "in three days", "a week from Monday", "Tuesday next week". */
const counted = firstOf<Part>(
  rule("in {period} (from now)?", ({ period }, { tokens, next, calendar }) =>
    calendar && !/^(?:or|to|of)$/.test(tokens[next]?.word ?? "") ? onDay(calendar.today + period.days) : undefined,
  ),
  rule("in about? {count} (hour|hours)", ({ count }, { calendar: { minutes } = {} as Calendar }) => {
    if (minutes === undefined) return undefined;
    const [from, to] = [-30, 60].map((about) => minutes + count.value * 60 + about) as [number, number];
    const span = { kind: "between", from: clockAt(from), to: clockAt(to) } as const;
    return to < 24 * 60 ? { time: { relative: "today", span } } : undefined;
  }),
  // "Two or three days from now" leaves it open.
  rule("{period} (from|after) now", ({ period }, { tokens, at, calendar }) =>
    calendar && !/^(?:or|to|[-–—])$/.test(tokens[at - 1]?.word ?? "") ? onDay(calendar.today + period.days) : undefined,
  ),
  rule("{period} (from|after) (the|this coming)? {day}", ({ period, day }, { tokens, at, calendar }) => {
    const from = calendar && onlyDay(daysMeant(day.time, calendar));
    const isOpen = /^(?:or|to|[-–—])$/.test(tokens[at - 1]?.word ?? "");
    return from === undefined || isOpen ? undefined : onDay(from + period.days);
  }),
  rule(
    "{ofWeek} week (on|,)? (on|,)? {weekday}",
    ({ ofWeek, weekday }, { calendar }) => calendar && inThatWeek(weekday.weekday, ofWeek.word, calendar),
  ),
  rule(
    "{weekday} of? {ofWeek} week",
    ({ ofWeek, weekday }, { calendar }) => calendar && inThatWeek(weekday.weekday, ofWeek.word, calendar),
  ),
  // The first such day behind the one that is named, or was before.
  rule(
    "the? {weekday} after {day}",
    ({ weekday, day }, { calendar }) =>
      calendar && firstBehind(weekday.weekday, onlyDay(daysMeant(day.time, calendar))),
  ),
  rule(
    "the? {weekday} before {day}",
    ({ weekday, day }, { calendar }) =>
      calendar && firstBehind(weekday.weekday, onlyDay(daysMeant(day.time, calendar)), -1),
  ),
  rule("the? {nth} {weekday} (of|in) {month}", ({ nth, weekday, month }, { calendar, words }) =>
    // "The third Thursday of the month" may be one of next month.
    (nth.value < 5 && /the month$/.test(words)) || !calendar
      ? undefined
      : inMonth(month, calendar, (year, month) => nthWeekday(nth.value, weekday.weekday, { year, month })),
  ),
  rule(
    "the? last day (of|in) {month}",
    ({ month }, { calendar }) =>
      calendar &&
      inMonth(month, calendar, (year, month) =>
        [31, 30, 29, 28].map((day) => dayNumber(year, month, day)).find((day) => day !== undefined),
      ),
  ),
  rule("{ordinal} of {month}", ({ ordinal, month }, { calendar }) =>
    month.ahead !== undefined && calendar
      ? inMonth(month, calendar, (year, month) => dayNumber(year, month, Number(ordinal.digits)))
      : undefined,
  ),
  // "Saturday, not the one coming up, the one after that"
  rule(
    "{weekday} (,)? not {first} (,)? (but|so)? the {later}",
    ({ weekday }, { calendar }) => calendar && weekBehindNext(weekday.weekday, calendar.today),
  ),
  rule(
    "not this (coming)? {weekday} (,)? (but|so)? the {later}",
    ({ weekday }, { calendar }) => calendar && weekBehindNext(weekday.weekday, calendar.today),
  ),
  rule("the? {weekday} after that?", ({ weekday }, { tokens, next, calendar }) =>
    tokens[next]?.kind === "word" || tokens[next]?.kind === "digits"
      ? undefined
      : firstBehind(weekday.weekday, calendar?.before),
  ),
  // Counted from the day that was spoken of before.
  rule("(the day after that|the day after|the next day|the following day)", (_, { tokens, next, calendar }) =>
    neighbour(1, tokens[next], calendar),
  ),
  rule("(the day before that|the day before)", (_, { tokens, next, calendar }) =>
    neighbour(-1, tokens[next], calendar),
  ),
  rule("{period} (later|after that)", ({ period }, { calendar }) => neighbour(period.days, undefined, calendar)),
  rule("{period} (earlier|sooner|before that)", ({ period }, { calendar }) =>
    neighbour(-period.days, undefined, calendar),
  ),
  rule("{push} {it}? (back|out|off) by? {period}", ({ period }, { calendar }) =>
    neighbour(period.days, undefined, calendar),
  ),
  rule("{push} {it}? up by? {period}", ({ period }, { calendar }) => neighbour(-period.days, undefined, calendar)),
);

export const readCounted: Reader<Part> = (tokens, at, calendar) => calendar && counted(tokens, at, calendar);

function neighbour(days: number, after: Token | undefined, calendar: Calendar | undefined): Part | undefined {
  const ends = after?.kind !== "word" || !goesOn.test(after.word);
  return ends && calendar?.before !== undefined ? onDay(calendar.before + days) : undefined;
}

function inThatWeek(weekday: number, week: string, { today }: Calendar): Part | undefined {
  const days = inWeek(weekday, week === "next" ? 1 : 0, today);
  const [day = 0] = days;
  return days.length > 1 || day < today ? undefined : onDay(day);
}

/** The first such weekday behind a day, or before it. */
function firstBehind(weekday: number, base: number | undefined, way: 1 | -1 = 1): Part | undefined {
  return base === undefined ? undefined : onDay(base + way * ((way * (weekday - weekdayOn(base)) + 7) % 7 || 7));
}

function weekBehindNext(weekday: number, today: number): Part | undefined {
  const ahead = (weekday - weekdayOn(today) + 7) % 7;
  return ahead === 0 ? undefined : onDay(today + ahead + 7);
}

/** A day of a month, which is the next one of that name unless it is counted from this one. */
function inMonth(
  { month, ahead = 0 }: { month?: number; ahead?: number },
  { today }: Calendar,
  dayIn: (year: number, month: number) => number | undefined,
): Part | undefined {
  const now = dateOf(today);
  const index = month === undefined ? now.month - 1 + ahead : month - 1;
  const years = month === undefined ? [now.year + Math.floor(index / 12)] : [now.year, now.year + 1];
  const day = years.map((year) => dayIn(year, (index % 12) + 1)).find((one) => one !== undefined && one >= today);
  return day === undefined ? undefined : onDay(day);
}

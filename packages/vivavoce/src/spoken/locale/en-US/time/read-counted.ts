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

/** "third" of a month; "last" counts as the fifth. */
const nths = firstOf(
  countRule("last", () => ({ value: 5 })),
  rulesOf({ ordinal: readOrdinal })("{ordinal}", ({ ordinal: { digits } }) =>
    Number(digits) <= 5 ? { value: Number(digits) } : undefined,
  ),
);

/** A month by its name, or counted from this one. */
const monthsMeant = firstOf<{ month?: number; ahead?: number }>(
  countRule("(the|this) month", () => ({ ahead: 0 })),
  countRule("next month", () => ({ ahead: 1 })),
  readMonth,
);

const rule = rulesOf({
  count: counts,
  period: periods,
  weekday: readWeekday,
  ofWeek: oneOf("this next"),
  day: firstOf(readHoliday, readDay),
  nth: nths,
  month: monthsMeant,
  push: oneOf("push move bump put shift slide set"),
  way: oneOf("back out off up"),
  side: firstOf(
    countRule("(later|after that|after)", () => ({ way: 1 })),
    countRule("(earlier|sooner|before that|before)", () => ({ way: -1 })),
  ),
});

/** Words behind "the day after", which then names no day: "the day after Christmas", "the day after I called". */
const goesOn = /^(?!(?:at|in|around|please|instead|then|if|would|works|is)$)[a-z]/;

/** Reads a day that takes a calendar to tell: "in three days", "a week from Monday", "Tuesday next week". */
const counted = firstOf<Part>(
  rule("in {period} (from now)?", ({ period }, { tokens, next, calendar }) =>
    calendar && !/^(?:or|to|of)$/.test(tokens[next]?.word ?? "") ? onDay(calendar.today + period.days) : undefined,
  ),
  rule("in about? {count} (hour|hours) (from now|from right now)?", hoursAhead),
  rule("{count} (hour|hours) (from now|from right now)", hoursAhead),
  // "Two or three days from now" leaves it open.
  rule("{period} (from|after) now", ({ period }, { tokens, at, calendar }) =>
    calendar && !/^(?:or|to|[-–—])$/.test(tokens[at - 1]?.word ?? "") ? onDay(calendar.today + period.days) : undefined,
  ),
  rule("{period} (from|after|before) (the|this coming)? {day}", ({ period, day }, { tokens, at, calendar, words }) => {
    const isOpen = /^(?:or|to|[-–—])$/.test(tokens[at - 1]?.word ?? "");
    return isOpen ? undefined : beside(period.days * (/ before /.test(words) ? -1 : 1), day, calendar);
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
    "the? {weekday} {side} {day}",
    ({ weekday, side, day }, { calendar }) =>
      calendar && firstBeside(weekday.weekday, side.way, onlyDay(daysMeant(day.time, calendar))),
  ),
  rule("the? {nth} {weekday} (of|in) {month}", ({ nth, weekday, month }, { calendar, words }) =>
    // "The third Thursday of the month" may be one of next month.
    nth.value < 5 && /the month$/.test(words)
      ? undefined
      : inMonth(month, calendar, (year, month) => nthWeekday(nth.value, weekday.weekday, { year, month })),
  ),
  rule("the? {nth} day? of {month}", ({ nth, month }, { calendar, words }) =>
    month.month !== undefined && !/ day /.test(words)
      ? undefined
      : inMonth(month, calendar, (year, month) => {
          const first = dayNumber(year, month, 1) ?? 0;
          return nth.value === 5 ? first + 31 - dateOf(first + 31).day : first + nth.value - 1;
        }),
  ),
  rule("the? {weekday} after that?", ({ weekday }, { tokens, next, calendar }) =>
    tokens[next]?.kind === "word" || tokens[next]?.kind === "digits"
      ? undefined
      : firstBeside(weekday.weekday, 1, calendar?.before),
  ),
  // Counted from the day that was spoken of before.
  rule("(the next day|the following day)", (_, { tokens, next, calendar }) => neighbour(1, tokens[next], calendar)),
  rule("the day (right|just)? {side} {day}", ({ side, day }, { calendar }) => beside(side.way, day, calendar)),
  rule("the day {side}", ({ side }, { tokens, next, calendar }) => neighbour(side.way, tokens[next], calendar)),
  rule("{period} {side}", ({ period, side }, { tokens, next, calendar }) =>
    neighbour(period.days * side.way, tokens[next], calendar),
  ),
  rule("{push} (it|that|this)? {way} by? {period}", ({ way, period }, { tokens, next, calendar }) =>
    neighbour(way.word === "up" ? -period.days : period.days, tokens[next], calendar),
  ),
);

export const readCounted: Reader<Part> = (tokens, at, calendar) => calendar && counted(tokens, at, calendar);

/** An hour said by its distance is not meant to the minute. */
function hoursAhead({ count }: { count: { value: number } }, { calendar }: { calendar: Calendar | undefined }) {
  if (calendar?.minutes === undefined) return undefined;
  const meant = calendar.minutes + count.value * 60;
  const [days, minutes] = [Math.floor(meant / 1440), meant % 1440];
  const span = { kind: "between", from: clockAt(minutes - 30), to: clockAt(minutes + 60) } as const;
  return minutes < 30 || minutes >= 1380 ? undefined : { time: { ...onDay(calendar.today + days).time, span } };
}

function beside(days: number, { time }: Part, calendar: Calendar | undefined): Part | undefined {
  const base = calendar && onlyDay(daysMeant(time, calendar));
  return base === undefined ? undefined : onDay(base + days);
}

function neighbour(days: number, after: Token | undefined, calendar: Calendar | undefined): Part | undefined {
  const ends = after?.kind !== "word" || !goesOn.test(after.word);
  return ends && calendar?.before !== undefined ? onDay(calendar.before + days) : undefined;
}

function inThatWeek(weekday: number, week: string, { today }: Calendar): Part | undefined {
  const days = inWeek(weekday, week === "next" ? 1 : 0, today);
  const [day = 0] = days;
  return days.length > 1 || day < today ? undefined : onDay(day);
}

/** The first such weekday behind a day (1), or before it (-1). */
function firstBeside(weekday: number, way: number, base: number | undefined): Part | undefined {
  return base === undefined ? undefined : onDay(base + way * ((way * (weekday - weekdayOn(base)) + 7) % 7 || 7));
}

/** A day of a month that is to come. */
function inMonth(
  { month, ahead = 0 }: { month?: number; ahead?: number },
  calendar: Calendar | undefined,
  dayIn: (year: number, month: number) => number,
): Part | undefined {
  if (!calendar) return undefined;
  const now = dateOf(calendar.today);
  const [first, step] = month === undefined ? [now.month - 1 + ahead, 1] : [month - 1, 12];
  const days = [first, first + step].map((index) => dayIn(now.year + Math.floor(index / 12), (index % 12) + 1));
  const day = days.find((one) => one >= calendar.today);
  return day === undefined ? undefined : onDay(day);
}

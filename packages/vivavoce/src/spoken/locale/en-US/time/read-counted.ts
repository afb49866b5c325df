import type { Calendar } from "../../../slots/slot.ts";
import { firstOf, oneOf, type Reader, rulesOf } from "../../../text/grammar.ts";
import type { Token } from "../../../text/tokens.ts";
import { daysMeant, inWeek, onlyDay, weekdayOn } from "./calendar.ts";
import { clockAt, readFigure } from "./read-clock.ts";
import { onDay, type Part, readDay, readHoliday, readWeekday } from "./read-day.ts";

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

const rule = rulesOf({
  count: counts,
  period: periods,
  weekday: readWeekday,
  ofWeek: oneOf("this next"),
  day: firstOf(readHoliday, readDay),
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
  rule("the? {weekday} after that?", ({ weekday }, { tokens, next, calendar }) =>
    tokens[next]?.kind === "word" || tokens[next]?.kind === "digits"
      ? undefined
      : firstBehind(weekday.weekday, calendar?.before),
  ),
  // Counted from the day that was spoken of before.
  rule(
    "(the day after that|the day after|the next day|the following day|a day later|one day later)",
    (_, { tokens, next, calendar }) => neighbour(1, tokens[next], calendar),
  ),
  rule("(the day before|a day earlier|one day earlier)", (_, { tokens, next, calendar }) =>
    neighbour(-1, tokens[next], calendar),
  ),
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

function firstBehind(weekday: number, base: number | undefined): Part | undefined {
  return base === undefined ? undefined : onDay(base + ((weekday - weekdayOn(base) + 7) % 7 || 7));
}

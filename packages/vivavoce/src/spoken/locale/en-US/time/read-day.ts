import type { Calendar } from "../../../slots/slot.ts";
import { firstOf, oneOf, type Reader, rulesOf } from "../../../text/grammar.ts";
import { matchAt, phraseAt, phrasesFor } from "../../../text/reading.ts";
import { startsUpper, type Token } from "../../../text/tokens.ts";
import { readOrdinal } from "../numbers/digit-group.ts";
import { dateOf, dayNumber, nthWeekday } from "./calendar.ts";
import { type DayPart, months, type SpokenTime, weekdays } from "./spoken-time.ts";

/** Part of a time as it was read. */
export interface Part {
  time: SpokenTime;
}

/** Times that are said in so many words. With some the choice is left to the other side. */
const saidPhrases = phrasesFor<SpokenTime>([
  [
    { flexible: "any", not: [{ weekend: "every" }] },
    "weekday, weekdays, any weekday, any weekdays, a weekday, a weekdays, on weekday, on weekdays",
  ],
  [{ weekend: "every" }, "weekends"],
  [{ week: "this", weekend: true }, "this weekend, this coming weekend, the weekend, coming weekend"],
  [{ week: "next", weekend: true }, "next weekend"],
  [{ relative: "today" }, "today"],
  [{ relative: "tomorrow" }, "tomorrow"],
  [{ relative: "day after tomorrow" }, "day after tomorrow"],
  [{ relative: "today", part: "morning" }, "this morning, this mornings"],
  [{ relative: "today", part: "afternoon" }, "this afternoon, this afternoons"],
  [{ relative: "today", part: "evening" }, "tonight, this evening, this evenings"],
  [{ relative: "today", part: "night" }, "this night, this nights"],
  [{ part: "morning" }, "first thing, early in the day"],
  [
    { span: { kind: "after", clock: { minutes: 0, half: "pm" } } },
    "late in the day, later in the day, end of the day, end of day",
  ],
  [
    { flexible: "soon" },
    "as soon as possible, as soon as you can, as early as possible, asap, right away, right now, immediately, earliest, soonest, the sooner the better, sooner the better, first available, next available",
  ],
  [{ flexible: "any" }, "any time, anytime, any day, whenever, no preference, doesn't matter, flexible"],
]);

/** Holidays: month and day, or month, weekday, which of them (5: the last), and days behind it. */
const holidays = phrasesFor(
  "12 24:christmas eve;12 25:christmas day, christmas;12 31:new year's eve, new years eve;1 1:new year's day, new year's;10 31:halloween;2 14:valentine's day, valentine's;11 11:veterans day;6 19:juneteenth;7 4:independence day;11 4 4 0:thanksgiving day, thanksgiving;11 4 4 1:black friday;9 1 1 0:labor day;5 1 5 0:memorial day;2 1 3 0:presidents day, presidents ' day, president's day;10 1 2 0:columbus day;5 0 2 0:mother's day;6 0 3 0:father's day"
    .split(";")
    .map((line) => line.split(":") as [string, string]),
);

const wholeDays = new Map(weekdays.flatMap((day, index) => [day, `${day}s`, `${day}'s`].map((word) => [word, index])));

/** The weekday that a token names, 0 for Sunday; "sat" and "sun" only with a capital, since they are other words too. */
export function weekdayAt(token: Token | undefined): number | undefined {
  if (!token) return undefined;
  const whole = wholeDays.get(token.word);
  if (whole !== undefined) return whole;
  if (!/^(?:sun|mon|tues?|wed|thu|thurs?|fri|sat)$/.test(token.word) || !startsUpper(token)) return undefined;
  return weekdays.findIndex((day) => day.startsWith(token.word));
}

export const readWeekday: Reader<{ weekday: number }> = (tokens, at) => {
  const weekday = weekdayAt(tokens[at]);
  const stop = tokens[at + 1]?.text === "." && (tokens[at]?.text.length ?? 9) <= 5 ? 1 : 0;
  return weekday === undefined ? undefined : { weekday, next: at + 1 + stop };
};

export const readMonth: Reader<{ month: number; upper: boolean }> = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== "word" || token.word.length < 3) return undefined;
  const short = token.word === "sept" ? "sep" : token.word;
  const index = months.findIndex((month) => month === short || (short.length === 3 && month.startsWith(short)));
  return index === -1 ? undefined : { month: index + 1, upper: startsUpper(token), next: at + 1 };
};

const readOrdinalDay: Reader<{ day: number }> = (tokens, at) => {
  const { digits = "0", next = at } = readOrdinal(tokens, at) ?? {};
  return Number(digits) >= 1 && Number(digits) <= 31 ? { day: Number(digits), next } : undefined;
};

const readDayNumber = firstOf(readOrdinalDay, (tokens, at) => {
  const { text = "", kind } = tokens[at] ?? {};
  const day = kind === "digits" && text.length <= 2 ? Number(text) : 0;
  return day >= 1 && day <= 31 ? { day, next: at + 1 } : undefined;
});

const readYear: Reader<{ year: number }> = (tokens, at) => {
  const read = matchAt(tokens, at, /^(?:, ?)?((?:19|20)\d\d)/);
  return read && { year: Number(read.groups[0]), next: read.next };
};

const readHolidayName: Reader<{ numbers: number[] }> = (tokens, at) => {
  const read = phraseAt(tokens, at, holidays);
  const isLonger = /^(?:week|weekend|time|dinner|break)$/.test(tokens[read?.next ?? -1]?.word ?? "");
  return read && !isLonger ? { numbers: read.means.split(" ").map(Number), next: read.next } : undefined;
};

const readPart: Reader<{ part: DayPart }> = (tokens, at) => {
  const part = dayParts.get(tokens[at]?.word ?? "");
  return part && { part, next: at + 1 };
};

const rule = rulesOf({
  weekday: readWeekday,
  week: oneOf("this next some coming"),
  month: readMonth,
  ordinal: readOrdinalDay,
  number: readDayNumber,
  other: readOrdinalDay,
  year: readYear,
  name: readHolidayName,
  side: oneOf("before after"),
  part: readPart,
});

export const readPhrase: Reader<Part> = (tokens, at) => {
  const phrase = phraseAt(tokens, at, saidPhrases);
  return phrase && { time: phrase.means, next: phrase.next };
};

/** Reads the day that begins at a place: by name, by weekday or by date. */
export const readDay: Reader<Part> = firstOf<Part>(
  readPhrase,
  rule("{week}? {weekday}", ({ week, weekday: { weekday } }) => {
    const which = week?.word === "coming" ? "this" : (week?.word as "this" | "next" | "some" | undefined);
    return { time: which ? { week: which, weekday } : { weekday } };
  }),
  rule("{month} .? the? {number} {year}?", ({ month, number, year }) => dated(month.month, number.day, year?.year)),
  rule("the? {number} of? {month} {year}?", ({ number, month, year }, { tokens, at, words }) => {
    // "4 may": a figure and a word that is also a verb.
    const isDate = month.upper || /\b(?:the|of)\b/.test(words) || readOrdinalDay(tokens, at) !== undefined;
    return isDate ? dated(month.month, number.day, year?.year) : undefined;
  }),
  rule("the? {ordinal} of the {other}", ({ ordinal, other }) =>
    other.day <= 12 ? dated(other.day, ordinal.day) : undefined,
  ),
  rule("the {ordinal}", ({ ordinal }, { tokens, next }) =>
    isCounted(tokens[next]) ? undefined : { time: { date: { day: ordinal.day } } },
  ),
  readSlashed,
);

function dated(month: number, day: number, year?: number): Part {
  return { time: { date: year === undefined ? { month, day } : { month, day, year } } };
}

/** "the second one", "the first floor": an order, not a date. */
function isCounted(token: Token | undefined): boolean {
  return (
    token?.kind === "word" &&
    !/^(?:at|in|on|or|and|not|but|works?|suits?|is|would|between|after|before|around|please|any|as|i|we|it|you|he|she|they|that|i'm|it's|that's|so|because|right|yeah|no|sounds|same|if|when|let's|instead|though|then|maybe|can|could|will|i'd|i'll|we'd|we'll|it'd|mornings?|afternoons?|evenings?|nights?)$/.test(
      token.word,
    )
  );
}

/** American order: month, day, year. */
function readSlashed(tokens: readonly Token[], at: number) {
  if (tokens[at + 1]?.text !== "/") return undefined;
  const read = matchAt(tokens, at, /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])(?!\d)(?: ?\/ ?((?:19|20)?\d\d)(?!\d))?/);
  if (!read) return undefined;
  const [month, day, year] = read.groups;
  // "26" is 2026: nobody makes an appointment in 1926.
  return {
    ...dated(Number(month), Number(day), year === undefined ? year : Number(year.padStart(4, "20"))),
    next: read.next,
  };
}

export const dayParts: ReadonlyMap<string, DayPart> = new Map(
  (["morning", "afternoon", "evening", "night"] as const).flatMap((part): [string, DayPart][] => [
    [part, part],
    [`${part}s`, part],
  ]),
);

/** "in the afternoon", "at night", "mornings" */
export const readDayPart: Reader<Part> = rule("(in the|at|in)? {part}", ({ part }) => ({ time: { part: part.part } }));

/** Reads "Thanksgiving", "the day before Christmas", "the day after New Year's" as a date. */
export const readHoliday: Reader<Part> = firstOf<Part>(
  rule("the? day {side} {name}", ({ side, name }, { calendar }) =>
    calendar ? holidayOn(name.numbers, calendar, side.word === "after" ? 1 : -1) : undefined,
  ),
  rule("{name}", ({ name: { numbers } }, { calendar }) => {
    const [month = 0, day = 0, nth] = numbers;
    return calendar ? holidayOn(numbers, calendar) : nth === undefined ? dated(month, day) : undefined;
  }),
);

function holidayOn([month = 0, day = 0, nth, behind = 0]: number[], { today }: Calendar, more = 0): Part | undefined {
  const { year } = dateOf(today);
  const inYear = (year: number) =>
    nth === undefined ? dayNumber(year, month, day) : nthWeekday(nth, day, { year, month }) + behind;
  const holiday = [inYear(year), inYear(year + 1)].find((one) => one !== undefined && one >= today);
  return holiday === undefined ? undefined : onDay(holiday + more);
}

export function onDay(day: number): Part {
  return { time: { date: dateOf(day) } };
}

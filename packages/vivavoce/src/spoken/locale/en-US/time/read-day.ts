import { matchAt, phraseAt, phrasesFor } from "../../../text/reading.ts";
import { startsUpper, type Token, wordsAt } from "../../../text/tokens.ts";
import { readOrdinal } from "../numbers/digit-group.ts";
import { type CalendarDate, type DayPart, months, type SpokenTime, weekdays } from "./spoken-time.ts";

/** Reads the day that begins at a place: by name, by weekday or by date. */
export function readDay(tokens: readonly Token[], at: number): ReadPart | undefined {
  return readPhrase(tokens, at, saidPhrases) ?? readWeekday(tokens, at) ?? readDate(tokens, at);
}

/** Times that are said in so many words. With some the choice is left to the other side. */
export const saidPhrases = phrasesFor<SpokenTime>([
  [
    { flexible: "any", not: [{ weekend: "every" }] },
    "weekday, weekdays, any weekday, any weekdays, a weekday, a weekdays, on weekday, on weekdays",
  ],
  [{ weekend: "every" }, "weekends"],
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
    "as soon as possible, as soon as you can, as early as possible, asap, right away, right now, immediately, earliest, soonest, first available, next available",
  ],
  [{ flexible: "any" }, "any time, anytime, any day, whenever, no preference, doesn't matter, flexible"],
]);

export function readPhrase(tokens: readonly Token[], at: number, phrases: typeof saidPhrases): ReadPart | undefined {
  const phrase = phraseAt(tokens, at, phrases);
  return phrase && { time: phrase.means, next: phrase.next };
}

/** "Tuesday", "next Tuesday", "Tue"; "sat" and "sun" only with a capital, since they are other words too. */
function readWeekday(tokens: readonly Token[], at: number): ReadPart | undefined {
  const week = weekOf(tokens[at]?.word);
  const dayAt = week ? at + 1 : at;
  const token = tokens[dayAt];
  const weekday = weekdayAt(token);
  if (weekday === undefined) return undefined;
  const stop = tokens[dayAt + 1]?.text === "." && (token?.text.length ?? 9) <= 5 ? 1 : 0;
  return { time: week ? { week, weekday } : { weekday }, next: dayAt + 1 + stop };
}

function weekOf(word: string | undefined): SpokenTime["week"] {
  if (word === "coming") return "this";
  return word === "this" || word === "next" || word === "some" ? word : undefined;
}

/** The weekday that a token names, 0 for Sunday. */
export function weekdayAt(token: Token | undefined): number | undefined {
  if (!token) return undefined;
  const whole = weekdays.findIndex((day) => [day, `${day}s`, `${day}'s`].includes(token.word));
  if (whole !== -1) return whole;
  if (!/^(?:sun|mon|tues?|wed|thu|thurs?|fri|sat)$/.test(token.word) || !startsUpper(token)) return undefined;
  return weekdays.findIndex((day) => day.startsWith(token.word));
}

function monthOf(token: Token | undefined): number | undefined {
  if (token?.kind !== "word" || token.word.length < 3) return undefined;
  const short = token.word === "sept" ? "sep" : token.word;
  const index = months.findIndex((month) => month === short || (short.length === 3 && month.startsWith(short)));
  return index === -1 ? undefined : index + 1;
}

/** "October 6th", "Oct 6, 2026", "the sixth of October", "the 6th of the 10th", "10/6/2026", "the 6th" */
function readDate(tokens: readonly Token[], at: number): ReadPart | undefined {
  return readMonthFirst(tokens, at) ?? readDayFirst(tokens, at) ?? readSlashed(tokens, at);
}

function readMonthFirst(tokens: readonly Token[], at: number): ReadPart | undefined {
  const month = monthOf(tokens[at]);
  if (month === undefined) return undefined;
  let from = tokens[at + 1]?.text === "." ? at + 2 : at + 1;
  if (tokens[from]?.word === "the") from += 1;
  const day = readDayNumber(tokens, from);
  return day && withYear(tokens, { month, day: day.day }, day.next);
}

function readDayFirst(tokens: readonly Token[], at: number): ReadPart | undefined {
  const the = tokens[at]?.word === "the" ? 1 : 0;
  const day = readDayNumber(tokens, at + the);
  if (!day) return undefined;
  const of = tokens[day.next]?.word === "of" ? 1 : 0;
  const month = monthOf(tokens[day.next + of]);
  // "4 may": a figure and a word that is also a verb.
  if (month !== undefined && (of || the || day.ordinal || startsUpper(tokens[day.next]))) {
    return withYear(tokens, { month, day: day.day }, day.next + of + 1);
  }
  // "the 12th of the 7th"
  const numbered = of && tokens[day.next + 1]?.word === "the" ? readDayNumber(tokens, day.next + 2) : undefined;
  if (day.ordinal && numbered?.ordinal && numbered.day <= 12) {
    return withYear(tokens, { month: numbered.day, day: day.day }, numbered.next);
  }
  return the && day.ordinal && !isCounted(tokens[day.next])
    ? { time: { date: { day: day.day } }, next: day.next }
    : undefined;
}

/** "the second one", "the first floor": an order, not a date. */
function isCounted(token: Token | undefined): boolean {
  return (
    token?.kind === "word" &&
    !/^(?:at|in|on|or|and|not|but|works|is|would|between|after|before|around|please|any|as|mornings?|afternoons?|evenings?|nights?)$/.test(
      token.word,
    )
  );
}

function readDayNumber(tokens: readonly Token[], at: number) {
  const ordinal = readOrdinal(tokens, at);
  const token = tokens[at];
  const day = Number(ordinal?.digits ?? (token?.kind === "digits" && token.text.length <= 2 ? token.text : "0"));
  return day >= 1 && day <= 31 ? { day, next: ordinal?.next ?? at + 1, ordinal: ordinal !== undefined } : undefined;
}

function withYear(tokens: readonly Token[], date: CalendarDate, at: number): ReadPart {
  const read = matchAt(tokens, at, /^(?:, ?)?((?:19|20)\d\d)/);
  return read
    ? { time: { date: { ...date, year: Number(read.groups[0]) } }, next: read.next }
    : { time: { date }, next: at };
}

/** American order: month, day, year. */
function readSlashed(tokens: readonly Token[], at: number): ReadPart | undefined {
  if (tokens[at + 1]?.text !== "/") return undefined;
  const read = matchAt(tokens, at, /^(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])(?!\d)(?: ?\/ ?((?:19|20)?\d\d)(?!\d))?/);
  if (!read) return undefined;
  const [month, day, year] = read.groups;
  const date = { month: Number(month), day: Number(day) };
  if (year === undefined) return { time: { date }, next: read.next };
  // "26" is 2026: nobody makes an appointment in 1926.
  return { time: { date: { ...date, year: Number(year.padStart(4, "20")) } }, next: read.next };
}

/** Part of a time that was read, and the token after it. */
export interface ReadPart {
  time: SpokenTime;
  next: number;
}

/** A time in tokens, and where it begins. */
export interface ScannedTime extends ReadPart {
  at: number;
}

export const dayParts: ReadonlyMap<string, DayPart> = new Map(
  (["morning", "afternoon", "evening", "night"] as const).flatMap((part): [string, DayPart][] => [
    [part, part],
    [`${part}s`, part],
  ]),
);

/** "in the afternoon", "at night", "mornings" */
export function readDayPart(tokens: readonly Token[], at: number): ReadPart | undefined {
  const lead = wordsAt(tokens, at, ["in", "the"]) ? 2 : /^(?:at|in)$/.test(tokens[at]?.word ?? "") ? 1 : 0;
  const part = dayParts.get(tokens[at + lead]?.word ?? "");
  return part && { time: { part }, next: at + lead + 1 };
}

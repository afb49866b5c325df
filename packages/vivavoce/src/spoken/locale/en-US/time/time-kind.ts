import type { Calendar, FindContext, FoundValue, SlotComparison, SlotKind } from "../../../slots/slot.ts";
import { foundAt, wordSet } from "../../../text/reading.ts";
import { type Sentence, sentencesOf, type Token, tokensOf } from "../../../text/tokens.ts";
import { hearHours } from "../numbers/digit-run.ts";
import { dateOf, daysMeant, onlyDay, weekdayOn } from "./calendar.ts";
import { compareTimesOn, isShort, leavesDayOpen, leavesHourOpen, namesDay, weekdayOf } from "./compare-times.ts";
import { scanTimes } from "./scan-times.ts";
import { type SpokenTime, showTime } from "./spoken-time.ts";

/** Times as they are found and compared in a call on a known day, or on an unknown one. */
export function timeKind(calendar?: Calendar): SlotKind {
  return {
    normalise: (text) => normaliseTime(text, calendar),
    compare: (one, other) => compareTimes(one, other, calendar),
    find: (text, context) => findTimes(text, context, calendar && spokenOf(calendar, context.known)),
    leavesOpen: (value, question) => asksForMoreOf(value, question, calendar),
    complete: (said, before) => completeDay(said, before, calendar),
    whyOpen: (one, other) => whyOpen(one, other, calendar),
  };
}

/** The calendar with the day that has been spoken of, if there is only one. */
function spokenOf(calendar: Calendar, known: string | undefined): Calendar {
  const time = known === undefined ? undefined : readTime(known, calendar);
  return time ? { ...calendar, before: onlyDay(daysMeant(time, calendar)) } : calendar;
}

/** "Tuesday" after "Tuesday the 24th" is that Tuesday, and not the next one to come. */
function completeDay(said: string, before: readonly string[], calendar: Calendar | undefined): string {
  const time = readTime(said, calendar);
  if (!time || !(isShort(time) || time.week === "some")) return said;
  const known = before.flatMap((value) => readTime(value, calendar) ?? []);
  const whole = known.find(
    (one) => namesDay(one) && !isShort(one) && one.week !== "some" && holdsDay(one, time, calendar),
  );
  if (!whole) return said;
  const { span, part, flexible } = time;
  const { weekday } = whole.weekend ? time : whole;
  return showTime({ ...whole, weekday, span, part, flexible, not: undefined });
}

function holdsDay(whole: SpokenTime, { weekday, date }: SpokenTime, calendar: Calendar | undefined): boolean {
  const days = calendar ? (daysMeant(whole, calendar)?.flat() ?? []) : [];
  // "The 18th" after "next Thursday" tells which Thursday is meant.
  if (date) return whole.date?.day === date.day || (days.length === 1 && dateOf(days[0] ?? 0).day === date.day);
  return weekdayOf(whole) === weekday || days.some((day) => weekdayOn(day) === weekday);
}

function whyOpen(one: string, other: string, calendar: Calendar | undefined): string | undefined {
  const [first, second] = [readTime(one, calendar), readTime(other, calendar)];
  if (first && second && leavesHourOpen(first, second))
    return `“${first.span?.kind === "between" ? one : other}” may be a time or a window`;
  if (!first || !second || !leavesDayOpen(first, second, calendar)) return undefined;
  if (!calendar) {
    return `whether “${one}” and “${other}” are the same day depends on the date of the call; give spoken the options now and zone`;
  }
  const unclear = daysMeant(first, calendar)?.length === 1 ? other : one;
  if (daysMeant(unclear === one ? first : second, calendar)?.length === 0) return `there is no day “${unclear}”`;
  const { year, month, day } = dateOf(calendar.today);
  return `“${unclear}” may mean more than one day in a call on ${showTime({ weekday: weekdayOn(calendar.today), date: { year, month, day } })}`;
}

/** Whether a question asks for a part of a time that is not known yet: "what time?" after "Tuesday". */
export function asksForMoreOf(known: string, question: string, calendar?: Calendar): boolean {
  const time = readTime(known, calendar);
  if (!time || time.flexible) return false;
  if (/\b(?:what|which|the)\s(?:day|date)\b/i.test(question) && !namesDay(time)) return true;
  if (/\b(?:what|which|the)\stime\b|\btime of day\b|\b(?:what|the) hour\b/i.test(question))
    return time.span === undefined;
  return /\bmorning\b|\bafternoon\b/i.test(question) && time.span === undefined && time.part === undefined;
}

/** The first time that a text says, in its parts. */
export function readTime(text: string, calendar?: Calendar): SpokenTime | undefined {
  return scanTimes(tokensOf(text), { lenient: true, calendar })[0]?.time;
}

/** The time in a text that says nothing else, or only words that do not matter. */
export function wholeTime(text: string, plain: ReadonlySet<string> = new Set()): SpokenTime | undefined {
  const tokens = tokensOf(text);
  const [scanned] = scanTimes(tokens, { lenient: false });
  const rest = scanned ? [...tokens.slice(0, scanned.at), ...tokens.slice(scanned.next)] : tokens;
  return rest.every(({ kind, word }) => kind === "mark" || plain.has(word)) ? scanned?.time : undefined;
}

const plainBeside = wordSet("yes yeah yep sure okay ok please then at on um uh so well i'll take give me let's do say");

/** Whether a day or an hour is all that a caller says. */
export function saysOnlyTime(text: string): boolean {
  const time = wholeTime(text, plainBeside);
  return time !== undefined && (namesDay(time) || time.span !== undefined);
}

/**
 * The first time that a text says, in one comparable form: weekdays, dates, parts of the day, clock times, windows.
 * What was not said, such as am or pm, is left open. An ISO moment counts by the clock time in it; one in UTC has none,
 * unless a calendar gives the zone.
 *
 * @example normaliseTime("tomorrow at half past two in the afternoon") // "tomorrow at 2:30 pm"
 */
export function normaliseTime(text: string, calendar?: Calendar): string | undefined {
  const time = readTime(text, calendar);
  return time && showTime(time);
}

/** Whether two times, in their comparable form, contradict each other; what only one of them says is left open. */
export function compareTimes(one: string, other: string, calendar?: Calendar): SlotComparison {
  const [first, second] = [readTime(one, calendar), readTime(other, calendar)];
  return first && second ? compareTimesOn(first, second, calendar) : "open";
}

/** A week or month that is not that of the next such day to come: "not this Tuesday, the week after". */
const otherWeek =
  /(?<!\b(?:this|last|past|all|every|a) )\bweeks?\b(?! ago)|\ba week (?!ago)|\bmonths?\b(?! ago)|\b(?:fortnight|following|not this|(?:one|week|day) (?:after|before)(?! tomorrow)|after (?:next|that|this|the)|january|february|march|april|june|july|august|september|october|november|december)\b/i;
/** Words that make a time one that the caller wants, even if nobody asked: "can you come tomorrow", "Tuesday works". */
const wanted =
  /\b(?:come|send|want|need|like|prefer|available|availability|works?|book|schedule|appointment|free|how about|make it|change it|move it|reschedule|instead|let's|anything|would be (?:good|great|fine|best|nice|ideal|perfect)|(?:got|has|have) to be|must be|i'll (?:take|go)|go with|give me|put me|suits?|is (?:good|best|fine))\b/i;
/** Words that put a time in the past: "it died this morning". */
const told = wordSet(
  "since died dies stopped quit started broke went yesterday ago was were been noticed happened began serviced installed",
);
const toldWithin = 4;

/** Every time in a line that is about an appointment; times in the past do not count. */
export function findTimes(text: string, context: FindContext, calendar?: Calendar): FoundValue[] {
  // An agent's "Tuesday" in a reply that speaks of another week may be any Tuesday.
  const anyWeek = calendar !== undefined && context.by === "agent" && otherWeek.test(text);
  return sentencesOf(text).flatMap((sentence) => timesIn(sentence, context, { calendar, anyWeek }));
}

/** Every time that a text names, whoever says it and why; times in the past do not count. */
export function saidTimes(text: string): SpokenTime[] {
  return sentencesOf(text).flatMap((sentence) => {
    const tokens = tokensOf(sentence.text);
    return scanTimes(tokens, { lenient: false }).flatMap(({ at, time }) => (isTold(tokens, at) ? [] : [time]));
  });
}

function timesIn(
  { text, start }: Sentence,
  { by, asked }: FindContext,
  { calendar, anyWeek }: { calendar: Calendar | undefined; anyWeek: boolean },
): FoundValue[] {
  if (by === "caller" && !asked && !wanted.test(text)) return [];
  const tokens = by === "caller" ? hearHours(tokensOf(text)) : tokensOf(text);
  return scanTimes(tokens, { lenient: asked && by === "caller", calendar })
    .filter(
      ({ at, time }) =>
        !isTold(tokens, at) && !isGreeting(tokens, at, time) && !(by === "agent" && (isFlexible(time) || time.not)),
    )
    .map(({ time, at, next }) => {
      const open = anyWeek && isShort(time) && time.weekday !== undefined;
      const found = foundAt(text, tokens, { at, next }, showTime(open ? { ...time, week: "some" } : time));
      return { ...found, start: start + found.start, end: start + found.end };
    });
}

/** "Good morning", "have a great afternoon" */
function isGreeting(tokens: readonly Token[], at: number, { part, ...rest }: SpokenTime): boolean {
  const wish = /^(?:good|great|nice|lovely|wonderful)$/.test(tokens[at - 1]?.word ?? "");
  return wish && part !== undefined && Object.keys(rest).length === 0;
}

/** "Right away" in a reply is a promise, not a time. */
function isFlexible({ flexible, ...rest }: SpokenTime): boolean {
  return flexible !== undefined && Object.keys(rest).length === 0;
}

export function isTold(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - toldWithin), at).map(({ word }) => word);
  // Behind a mark something new begins: "it died yesterday, so tomorrow".
  const mark = Math.max(before.lastIndexOf(","), before.lastIndexOf("so"));
  return before.slice(mark + 1).some((word) => told.has(word));
}

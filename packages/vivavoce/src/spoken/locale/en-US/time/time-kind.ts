import type { SlotKind } from "../../../slots/slot-kind.ts";
import { type Calendar, dateOf, daysMeant, onlyDay, weekdayOn } from "./calendar.ts";
import { isShort, leavesDayOpen, namesDay, weekdayOf } from "./compare-times.ts";
import { findTimes } from "./find-times.ts";
import { type SpokenTime, showTime } from "./spoken-time.ts";
import { compareTimes, mergeTimes, normaliseTime, readTime } from "./time.ts";
import { leavesTimeUnread } from "./unread-time.ts";

/** Times as they are found and compared in a call on a known day, or on an unknown one. */
export function timeKind(calendar?: Calendar): SlotKind {
  return {
    normalise: (text) => normaliseTime(text, calendar),
    compare: (one, other) => compareTimes(one, other, calendar),
    find: (text, context) => findTimes(text, context, calendar && spokenOf(calendar, context.known)),
    merge: (known, found) => mergeTimes(known, found, calendar),
    leavesOpen: (value, question) => asksForMoreOf(value, question, calendar),
    leavesUnread: (line, found) => leavesTimeUnread(line, found, calendar),
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
  const { relative, week, weekday, date, weekend } = whole;
  const { span, part, flexible } = time;
  const days = weekend ? { weekday: time.weekday } : { weekday };
  const parts = { relative, week, ...days, date, weekend, span, part, flexible };
  return showTime(Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)));
}

function holdsDay(whole: SpokenTime, { weekday, date }: SpokenTime, calendar: Calendar | undefined): boolean {
  const days = calendar ? (daysMeant(whole, calendar)?.flat() ?? []) : [];
  // "The 18th" after "next Thursday" tells which Thursday is meant.
  if (date) return whole.date?.day === date.day || (days.length === 1 && dateOf(days[0] ?? 0).day === date.day);
  return weekdayOf(whole) === weekday || days.some((day) => weekdayOn(day) === weekday);
}

function whyOpen(one: string, other: string, calendar: Calendar | undefined): string | undefined {
  const [first, second] = [readTime(one, calendar), readTime(other, calendar)];
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
  if (/\b(?:what|which)\s(?:day|date)\b/i.test(question) && !namesDay(time)) return true;
  if (/\b(?:what|which)\stime\b|\btime of day\b|\bwhat hour\b/i.test(question)) return time.span === undefined;
  return /\bmorning\b|\bafternoon\b/i.test(question) && time.span === undefined && time.part === undefined;
}

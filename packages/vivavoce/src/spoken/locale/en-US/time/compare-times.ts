import type { Calendar, SlotComparison } from "../../../slots/slot.ts";
import { daysMeant, weekdayOn } from "./calendar.ts";
import type { CalendarDate, ClockSpan, ClockTime, DayPart, SpokenTime } from "./spoken-time.ts";

/** Compares day with day and hour with hour; `open` where the two have nothing in common. */
export function compareSpokenTimes(one: SpokenTime, other: SpokenTime): SlotComparison {
  return combine([...compareDays(one, other), compareSpans(one, other)]);
}

/**
 * The same for a call on a known day. Two times whose days cannot be compared are not the same because their hours are:
 * "tomorrow at nine" may not be 14 November at nine.
 */
export function compareTimesOn(one: SpokenTime, other: SpokenTime, calendar: Calendar | undefined): SlotComparison {
  if (one.not || other.not) return compareRuledOut(one, other, calendar);
  if (one.weekend === "every") return compareEvery(one, other, calendar);
  const hours = compareSpans(one, other);
  if (hours !== "different" && leavesDayOpen(one, other, calendar)) return "open";
  const day = dayComparison(one, other, calendar);
  return day !== "different" && leavesHourOpen(one, other) ? "open" : combine([day, hours]);
}

/** A time that is ruled out on one side is different; any other will do if the speaker leaves the choice. */
function compareRuledOut(one: SpokenTime, other: SpokenTime, calendar: Calendar | undefined): SlotComparison {
  const [{ not = [], ...first }, { not: otherNot = [], ...second }] = [one, other];
  // "Not Saturday, the Saturday after" rules out another Saturday than the one that is wanted.
  const isOther = (time: SpokenTime) => !first.date || compareEvery(time, first, calendar) !== "same";
  const out = [
    ...not.filter(isOther).map((time) => compareEvery(time, second, calendar)),
    ...otherNot.map((time) => compareEvery(time, first, calendar)),
  ];
  if (out.includes("same")) return "different";
  const isFree = (first.flexible ?? second.flexible) === "any" && !out.includes("open");
  // "Thursday any time, not at noon" leaves only the hour free.
  return isFree && !(namesDay(first) && namesDay(second)) ? "same" : compareTimesOn(first, second, calendar);
}

/** Compares with a time of every week: "Mondays", "weekends", "Friday mornings". */
function compareEvery(every: SpokenTime, other: SpokenTime, calendar: Calendar | undefined): SlotComparison {
  const wanted =
    every.weekend === "every" ? [0, 6] : isShort(every) && every.weekday !== undefined ? [every.weekday] : [];
  if (wanted.length === 0) return compareTimesOn(every, other, calendar);
  const named = weekdayOf(other);
  const days = named === undefined ? ((calendar && daysMeant(other, calendar)) ?? []).flat().map(weekdayOn) : [named];
  const shared = new Set(days.map((day) => wanted.includes(day)));
  const day = shared.size === 1 ? (shared.has(true) ? "same" : "different") : "open";
  const hours = compareSpans(every, other);
  return day === "same" && (every.span || every.part) ? hours : day;
}

/** Whether both times name a day, and nobody can tell whether it is the same one. */
export function leavesDayOpen(one: SpokenTime, other: SpokenTime, calendar: Calendar | undefined): boolean {
  return namesDay(one) && namesDay(other) && dayComparison(one, other, calendar) === "open";
}

export function namesDay({ relative, weekday, date, weekend }: SpokenTime): boolean {
  return relative !== undefined || weekday !== undefined || date !== undefined || weekend !== undefined;
}

/** A weekday or a day of the month, without anything that tells which one. */
export function isShort({ relative, week, weekday, date, weekend }: SpokenTime): boolean {
  if (relative || week || weekend) return false;
  return date ? date.month === undefined && weekday === undefined : weekday !== undefined;
}

function dayComparison(one: SpokenTime, other: SpokenTime, calendar: Calendar | undefined): SlotComparison {
  if (calendar) return compareOnCalendar(one, other, calendar);
  const comparison = combine(compareDays(one, other));
  // "Next Tuesday" and 17 November are both Tuesdays, which does not make them one day.
  const weekOpen = (one.week && other.date && !other.week) || (other.week && one.date && !one.week);
  return comparison === "same" && weekOpen ? "open" : comparison;
}

function compareOnCalendar(one: SpokenTime, other: SpokenTime, calendar: Calendar): SlotComparison {
  const [first, second] = [daysMeant(one, calendar), daysMeant(other, calendar)];
  if (!first?.length || !second?.length) return "open";
  // The same words mean the same day, whichever it is.
  if (String(first) === String(second) && one.week === other.week && one.week !== "some") return "same";
  const shared = new Set(first.flatMap((days) => second.map((others) => days.some((day) => others.includes(day)))));
  if (shared.size > 1) return "open";
  return shared.has(true) ? "same" : "different";
}

/** One difference decides; without any, one thing in common is enough. */
function combine(comparisons: readonly SlotComparison[]): SlotComparison {
  if (comparisons.includes("different")) return "different";
  return comparisons.includes("same") ? "same" : "open";
}

function compareDays(one: SpokenTime, other: SpokenTime): SlotComparison[] {
  return [
    compareKnown(one.relative, other.relative),
    compareKnown(weekdayOf(one), weekdayOf(other)),
    // "Tuesday" alone leaves the week open.
    weeksDiffer(one.week, other.week) && one.weekday === other.weekday ? "different" : "open",
    compareDates(one.date, other.date),
  ];
}

function weeksDiffer(one: SpokenTime["week"], other: SpokenTime["week"]): boolean {
  return one !== other && [one, other].every((week) => week === "this" || week === "next");
}

function compareKnown<T>(one: T | undefined, other: T | undefined): SlotComparison {
  if (one === undefined || other === undefined) return "open";
  return one === other ? "same" : "different";
}

/** The weekday as said, or that of a date whose year is known. */
export function weekdayOf({ weekday, date }: SpokenTime): number | undefined {
  if (weekday !== undefined || date?.year === undefined || date.month === undefined) return weekday;
  return new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();
}

function compareDates(one: CalendarDate | undefined, other: CalendarDate | undefined): SlotComparison {
  if (!one || !other) return "open";
  return combine([
    compareKnown(one.day, other.day),
    compareKnown(one.month, other.month),
    compareKnown(one.year, other.year),
  ]);
}

/** Minutes of the day from, and up to. */
interface Stretch {
  from: number;
  to: number;
}

const noon = 12 * 60;
const dayEnd = 24 * 60;
const partStretches: Record<DayPart, Stretch[]> = {
  morning: [{ from: 4 * 60, to: noon - 1 }],
  afternoon: [{ from: noon, to: 18 * 60 - 1 }],
  evening: [{ from: 17 * 60, to: 23 * 60 - 1 }],
  night: [
    { from: 18 * 60, to: dayEnd },
    { from: 0, to: 4 * 60 },
  ],
};

/**
 * Compares the hours of two times. A clock that leaves am and pm open fits either; a time fits a window or a part of
 * the day that it lies in.
 */
export function compareSpans(one: SpokenTime, other: SpokenTime): SlotComparison {
  const [first = "open", ...others] = comparedReadings(one, other);
  return others.length === 0 ? first : "open";
}

/** Whether one of the times may be a window or a moment, and nobody can tell which fits. */
export function leavesHourOpen(one: SpokenTime, other: SpokenTime): boolean {
  return comparedReadings(one, other).length > 1;
}

function comparedReadings(one: SpokenTime, other: SpokenTime): SlotComparison[] {
  return [...new Set(readingsOf(one).flatMap((left) => readingsOf(other).map((right) => compareRead(left, right))))];
}

/** Both, where words say a window or a moment: "ten to four". */
function readingsOf(time: SpokenTime): SpokenTime[] {
  if (time.span?.kind !== "between" || !time.span.or) return [time];
  const { or, ...window } = time.span;
  return [
    { ...time, span: window },
    { ...time, span: { kind: "at", clock: or } },
  ];
}

function compareRead(one: SpokenTime, other: SpokenTime): SlotComparison {
  const [first, second] = [one, other].map(({ span, part }) =>
    span ? spanStretches(span) : part && partStretches[part],
  );
  if (!first?.length || !second?.length) return "open";
  const exact = one.span !== undefined && one.span.kind === other.span?.kind;
  const fits = exact ? equal : overlap;
  return first.some((left) => second.some((right) => fits(left, right))) ? "same" : "different";
}

function equal(one: Stretch, other: Stretch): boolean {
  return one.from === other.from && one.to === other.to;
}

/** A moment may lie on an edge; a window that only touches another one shares nothing with it. */
function overlap(one: Stretch, other: Stretch): boolean {
  const moment = one.from === one.to || other.from === other.to;
  return moment ? one.from <= other.to && other.from <= one.to : one.from < other.to && other.from < one.to;
}

/** Every stretch of the day that a span may mean. */
function spanStretches(span: ClockSpan): Stretch[] {
  if (span.kind === "between") {
    return minutesOf(span.from).flatMap((from) =>
      minutesOf(span.to)
        .filter((to) => to > from && to - from <= noon)
        .map((to) => ({ from, to })),
    );
  }
  return openMinutes(span).map((minute) => ({
    from: span.kind === "before" ? 0 : minute,
    to: span.kind === "after" ? dayEnd : minute,
  }));
}

/** "After four" on a working day is in the afternoon; otherwise one o'clock would be after four, too. */
function openMinutes({ kind, clock }: Exclude<ClockSpan, { kind: "between" }>): number[] {
  const isEarly = clock.half === undefined && clock.minutes < 7 * 60;
  return minutesOf(kind === "after" && isEarly ? { ...clock, half: "pm" } : clock);
}

function minutesOf({ minutes, half }: ClockTime): number[] {
  if (half) return [minutes + (half === "pm" ? noon : 0)];
  return [minutes, minutes + noon];
}

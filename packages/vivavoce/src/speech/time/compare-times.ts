import type { SlotComparison } from "../slots/slot-kind.ts";
import { type Calendar, daysMeant } from "./calendar.ts";
import { compareSpans } from "./compare-spans.ts";
import type { CalendarDate, SpokenTime } from "./spoken-time.ts";

/** Compares day with day and hour with hour; `open` where the two have nothing in common. */
export function compareSpokenTimes(one: SpokenTime, other: SpokenTime): SlotComparison {
  return combine([...compareDays(one, other), compareSpans(one, other)]);
}

/**
 * The same for a call on a known day. Two times whose days cannot be compared are not the same because their hours are:
 * "tomorrow at nine" may not be 14 November at nine.
 */
export function compareTimesOn(one: SpokenTime, other: SpokenTime, calendar: Calendar | undefined): SlotComparison {
  const hours = compareSpans(one, other);
  if (hours !== "different" && leavesDayOpen(one, other, calendar)) return "open";
  return combine([dayComparison(one, other, calendar), hours]);
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

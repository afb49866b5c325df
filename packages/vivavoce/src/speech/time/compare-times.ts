import type { SlotComparison } from "../slots/slot-kind.ts";
import { compareSpans } from "./compare-spans.ts";
import type { CalendarDate, SpokenTime } from "./spoken-time.ts";

/** Compares day with day and hour with hour; `open` where the two have nothing in common. */
export function compareSpokenTimes(one: SpokenTime, other: SpokenTime): SlotComparison {
  return combine([...compareDays(one, other), compareSpans(one, other)]);
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
    one.week && other.week && one.week !== other.week && one.weekday === other.weekday ? "different" : "open",
    compareDates(one.date, other.date),
  ];
}

function compareKnown<T>(one: T | undefined, other: T | undefined): SlotComparison {
  if (one === undefined || other === undefined) return "open";
  return one === other ? "same" : "different";
}

/** The weekday as said, or that of a date whose year is known. */
function weekdayOf({ weekday, date }: SpokenTime): number | undefined {
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

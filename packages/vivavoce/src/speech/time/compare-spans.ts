import type { SlotComparison } from "../slots/slot-kind.ts";
import type { ClockSpan, ClockTime, DayPart, SpokenTime } from "./spoken-time.ts";

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
  const first = stretchesOf(one);
  const second = stretchesOf(other);
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

/** Every stretch of the day that a time may mean. */
function stretchesOf({ span, part }: SpokenTime): Stretch[] | undefined {
  if (span) return spanStretches(span);
  return part && partStretches[part];
}

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

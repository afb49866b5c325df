import { clockOf, windowOf } from "./read-clock.ts";
import type { ClockSpan, ClockTime, DayPart, SpokenTime } from "./spoken-time.ts";

/** Two parts of one time put together; undefined where both say the same thing, so that they are two times. */
export function joinTimes(one: SpokenTime, other: SpokenTime): SpokenTime | undefined {
  const clash = Object.keys(other).some(
    (key) => Object.hasOwn(one, key) && (key !== "part" || one.part !== other.part),
  );
  return clash ? undefined : { ...one, ...other };
}

/** A time whose part of the day is settled: "two thirty in the afternoon" is 2:30 pm and nothing more. */
export function settleTime({ part, span, ...day }: SpokenTime): SpokenTime {
  if (!span) return part ? { ...day, part } : day;
  return { ...day, span: part ? spanIn(part, span) : span };
}

function spanIn(part: DayPart, span: ClockSpan): ClockSpan {
  if (span.kind !== "between") return { ...span, clock: clockIn(part, span.clock) };
  const or = span.or ? { or: clockIn(part, span.or) } : {};
  return { ...windowOf(span.from, clockIn(part, span.to)), ...or };
}

function clockIn(part: DayPart, clock: ClockTime): ClockTime {
  if (clock.half) return clock;
  const late = part === "night" ? clock.minutes >= 5 * 60 : part !== "morning";
  return clockOf(clock.minutes, late ? "pm" : "am");
}

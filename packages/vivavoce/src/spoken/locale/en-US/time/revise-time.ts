import { compareSpokenTimes, namesDay } from "./compare-times.ts";
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

/**
 * How a later time changes an earlier one: "actually, three thirty" keeps the day; "Friday afternoon" drops an hour in
 * the morning.
 */
export function reviseTime(known: SpokenTime, later: SpokenTime): SpokenTime {
  const { not: before = [], ...rest } = known;
  const { not = [], ...wanted } = later;
  if (Object.keys(wanted).length === 0) return { ...known, not: [...before, ...not] };
  if (before.length > 0 || not.length > 0) {
    // Whoever takes a time rules it out no longer.
    const still = before.filter((time) => compareSpokenTimes(time, wanted) !== "same");
    return { ...reviseTime(rest, wanted), ...(still.length + not.length > 0 ? { not: [...still, ...not] } : {}) };
  }
  const newDay = namesDay(later);
  if (later.flexible) return newDay ? later : { ...dayOf(known), ...later };
  const newHour = later.span !== undefined || later.part !== undefined;
  return {
    ...(newDay ? dayOf(later) : dayOf(known)),
    ...(newHour ? hourOf(later, known) : hourOf(known)),
  };
}

function dayOf({ relative, week, weekday, date, weekend }: SpokenTime): SpokenTime {
  return defined({ relative, week, weekday, date, weekend });
}

/** The hour; one that leaves the half of the day open takes it from a part of the day named before. */
function hourOf({ part, span }: SpokenTime, before: SpokenTime = {}): SpokenTime {
  if (span && !part && before.part && !before.span) return settleTime({ span, part: before.part });
  return defined({ part, span });
}

function defined(time: SpokenTime): SpokenTime {
  return Object.fromEntries(Object.entries(time).filter(([, value]) => value !== undefined));
}

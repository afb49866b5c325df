import type { SlotComparison } from "../../../slots/slot-kind.ts";
import { tokensOf } from "../../../text/tokens.ts";
import type { Calendar } from "./calendar.ts";
import { compareTimesOn } from "./compare-times.ts";
import { reviseTime } from "./merge-times.ts";
import { scanTimes } from "./scan-times.ts";
import { type SpokenTime, showTime } from "./spoken-time.ts";

/** The first time that a text says, in its parts. */
export function readTime(text: string, calendar?: Calendar): SpokenTime | undefined {
  return scanTimes(tokensOf(text), { lenient: true, calendar })[0]?.time;
}

/** The time in a text that says nothing else. */
export function wholeTime(text: string): SpokenTime | undefined {
  const tokens = tokensOf(text);
  const [scanned] = scanTimes(tokens, { lenient: false });
  const rest = scanned ? [...tokens.slice(0, scanned.at), ...tokens.slice(scanned.next)] : tokens;
  return rest.every(({ kind }) => kind === "mark") ? scanned?.time : undefined;
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

/** A known time changed by a later one, both in their comparable form. */
export function mergeTimes(known: string, later: string, calendar?: Calendar): string {
  const [before, after] = [readTime(known, calendar), readTime(later, calendar)];
  return before && after ? showTime(reviseTime(before, after)) : later;
}

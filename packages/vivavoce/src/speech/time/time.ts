import type { SlotComparison } from "../slots/slot-kind.ts";
import { tokensOf } from "../text/tokens.ts";
import { compareSpokenTimes } from "./compare-times.ts";
import { reviseTime } from "./merge-times.ts";
import { scanTimes } from "./scan-times.ts";
import { type SpokenTime, showTime } from "./spoken-time.ts";

/** The first time that a text says, in its parts. */
export function readTime(text: string): SpokenTime | undefined {
  return scanTimes(tokensOf(text), { lenient: true })[0]?.time;
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
 * What was not said, such as am or pm, is left open. An ISO moment counts by the clock time in it; one in UTC has none.
 *
 * @example normaliseTime("tomorrow at half past two in the afternoon") // "tomorrow at 2:30 pm"
 */
export function normaliseTime(text: string): string | undefined {
  const time = readTime(text);
  return time && showTime(time);
}

/** Whether two times, in their comparable form, contradict each other; what only one of them says is left open. */
export function compareTimes(one: string, other: string): SlotComparison {
  const [first, second] = [readTime(one), readTime(other)];
  return first && second ? compareSpokenTimes(first, second) : "open";
}

/** A known time changed by a later one, both in their comparable form. */
export function mergeTimes(known: string, later: string): string {
  const [before, after] = [readTime(known), readTime(later)];
  return before && after ? showTime(reviseTime(before, after)) : later;
}

import type { Token } from "../text/tokens.ts";
import { dateOf, wallClock } from "./calendar.ts";
import { clockOf } from "./read-clock.ts";
import type { ReadPart } from "./read-part.ts";
import type { ClockSpan } from "./spoken-time.ts";

/**
 * Reads "2026-10-06", "2026-10-06T14:30:00-05:00" or "2026-10-06 14:30". If the zone of the call is known, a moment in
 * UTC or with an offset is converted to it. Otherwise the clock is taken as it is written, and a moment in UTC ("…Z")
 * says nothing about the clock on the wall and gives an empty time.
 */
export function readIso(tokens: readonly Token[], at: number, zone?: string): ReadPart | undefined {
  const [year, first, month, second, day] = tokens.slice(at, at + 5);
  if (first?.text !== "-" || second?.text !== "-" || first.gap || second.gap) return undefined;
  const written = `${year?.text}-${month?.text}-${day?.text}`;
  if (!/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(written)) return undefined;
  const date = { year: Number(year?.text), month: Number(month?.text), day: Number(day?.text) };
  const clock = readIsoClock(tokens, at + 5);
  if (!clock) return { time: { date }, next: at + 5 };
  if (zone !== undefined && clock.offset !== undefined) {
    const moment = new Date(Date.UTC(date.year, date.month - 1, date.day, 0, clock.minutes - clock.offset));
    const shown = wallClock(moment, zone);
    return { time: { date: dateOf(shown.day), span: spanAt(shown.minutes) }, next: clock.next };
  }
  if (clock.utc) return { time: {}, next: clock.next };
  return { time: { date, span: spanAt(clock.minutes) }, next: clock.next };
}

function readIsoClock(tokens: readonly Token[], at: number) {
  const marked = tokens[at]?.word === "t" && !tokens[at]?.gap;
  const from = marked ? at + 1 : at;
  const [hour, colon, minutes] = tokens.slice(from, from + 3);
  if (!/^(?:[01]\d|2[0-3])$/.test(hour?.text ?? "") || colon?.text !== ":" || !/^[0-5]\d$/.test(minutes?.text ?? "")) {
    return undefined;
  }
  const next = skipSeconds(tokens, from + 3);
  // "2026-10-06 02:30 pm" is not on a 24-hour clock.
  if (!marked && /^(?:am|pm|a|p)$/.test(tokens[next]?.word ?? "")) return undefined;
  const utc = tokens[next]?.word === "z" && !tokens[next]?.gap;
  const read = { utc, minutes: Number(hour?.text) * 60 + Number(minutes?.text) };
  return utc ? { ...read, offset: 0, next: next + 1 } : { ...read, ...readOffset(tokens, next) };
}

/** A minute of the day on the clock. */
function spanAt(minutes: number): ClockSpan {
  return { kind: "at", clock: clockOf(minutes % noon, minutes < noon ? "am" : "pm") };
}

const noon = 12 * 60;

function skipSeconds(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== ":" || tokens[at + 1]?.kind !== "digits") return at;
  const fraction = tokens[at + 2]?.text === "." && tokens[at + 3]?.kind === "digits" && !tokens[at + 3]?.gap;
  return fraction ? at + 4 : at + 2;
}

/** "-05:00", "+0530": minutes ahead of UTC. */
function readOffset(tokens: readonly Token[], at: number): { offset: number | undefined; next: number } {
  const [sign, hours, colon, minutes] = tokens.slice(at, at + 4);
  const signed = (sign?.text === "-" || sign?.text === "+") && !sign.gap && hours?.kind === "digits" && !hours.gap;
  if (!signed) return { offset: undefined, next: at };
  const split = colon?.text === ":";
  const [, hour = "0", minute = "0"] = /^(\d\d)(\d\d)?$/.exec(hours.text + (split ? (minutes?.text ?? "") : "")) ?? [];
  const ahead = Number(hour) * 60 + Number(minute);
  return { offset: sign.text === "-" ? -ahead : ahead, next: split ? at + 4 : at + 2 };
}

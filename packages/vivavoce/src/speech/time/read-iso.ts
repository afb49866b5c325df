import type { Token } from "../text/tokens.ts";
import { clockOf } from "./read-clock.ts";
import type { ReadPart } from "./read-part.ts";
import type { ClockSpan } from "./spoken-time.ts";

/**
 * Reads "2026-10-06", "2026-10-06T14:30:00-05:00" or "2026-10-06 14:30". The clock is taken as it is written; a moment
 * in UTC ("…Z") says nothing about the clock on the wall and gives an empty time.
 */
export function readIso(tokens: readonly Token[], at: number): ReadPart | undefined {
  const [year, first, month, second, day] = tokens.slice(at, at + 5);
  if (first?.text !== "-" || second?.text !== "-" || first.gap || second.gap) return undefined;
  const written = `${year?.text}-${month?.text}-${day?.text}`;
  if (!/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(written)) return undefined;
  const date = { year: Number(year?.text), month: Number(month?.text), day: Number(day?.text) };
  const clock = readIsoClock(tokens, at + 5);
  if (!clock) return { time: { date }, next: at + 5 };
  if (clock.utc) return { time: {}, next: clock.next };
  return { time: { date, span: clock.span }, next: clock.next };
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
  const hours = Number(hour?.text);
  const clock = clockOf((hours % 12) * 60 + Number(minutes?.text), hours < 12 ? "am" : "pm");
  const span: ClockSpan = { kind: "at", clock };
  return { utc, span, next: utc ? next + 1 : skipOffset(tokens, next) };
}

function skipSeconds(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== ":" || tokens[at + 1]?.kind !== "digits") return at;
  const fraction = tokens[at + 2]?.text === "." && tokens[at + 3]?.kind === "digits" && !tokens[at + 3]?.gap;
  return fraction ? at + 4 : at + 2;
}

/** "-05:00" */
function skipOffset(tokens: readonly Token[], at: number): number {
  const [sign, hours, colon] = tokens.slice(at, at + 3);
  const offset = (sign?.text === "-" || sign?.text === "+") && !sign.gap && hours?.kind === "digits" && !hours.gap;
  if (!offset) return at;
  return colon?.text === ":" ? at + 4 : at + 2;
}

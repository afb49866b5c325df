import { matchAt, phraseAt, phrasesFor } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { readGroup, readSmall, zeros } from "../numbers/digit-group.ts";
import type { ClockSpan, ClockTime } from "./spoken-time.ts";

/**
 * A clock time in tokens. `sure`: it can be nothing else ("2:30", "two pm", "half past two"); `likely`: "two thirty";
 * `bare`: an hour alone.
 */
export interface ReadClock {
  clock: ClockTime;
  next: number;
  certainty: "sure" | "likely" | "bare";
}

/** Reads the clock time that begins at a place. */
export function readClock(tokens: readonly Token[], at: number): ReadClock | undefined {
  return readNamed(tokens, at) ?? readRelative(tokens, at) ?? readWritten(tokens, at) ?? readHour(tokens, at);
}

/** "noon", "midnight", "twelve noon" */
function readNamed(tokens: readonly Token[], at: number): ReadClock | undefined {
  const twelve = /^(?:twelve|12)$/.test(tokens[at]?.word ?? "") ? 1 : 0;
  const word = tokens[at + twelve]?.word ?? "";
  const half = /^(?:noon|midday)$/.test(word) ? "pm" : word === "midnight" ? "am" : undefined;
  const past = half === "pm" && !twelve ? minutesAfter(tokens, at + 1) : undefined;
  return half && { clock: { minutes: past?.value ?? 0, half }, next: past?.next ?? at + twelve + 1, certainty: "sure" };
}

/** "half past two", "quarter to five", "ten minutes to five"; "ten to five" is a window and read elsewhere. */
function readRelative(tokens: readonly Token[], at: number): ReadClock | undefined {
  const from = tokens[at]?.word === "a" ? at + 1 : at;
  const amount = readAmount(tokens, from);
  const link = tokens[amount?.next ?? -1]?.word ?? "";
  const later = /^(?:past|after)$/.test(link);
  if (!amount || !(later || /^(?:to|till|til|before|of)$/.test(link))) return undefined;
  const clear = link === "past" || amount.named || (tokens[from - 1]?.word === "at" && amount.minutes % 5 === 0);
  const hour = clear ? (readWritten(tokens, amount.next + 1) ?? readHour(tokens, amount.next + 1)) : undefined;
  if (!hour || hour.clock.minutes % 60 !== 0) return undefined;
  return { clock: shift(hour.clock, later ? amount.minutes : -amount.minutes), next: hour.next, certainty: "sure" };
}

/** Minutes before or after an hour; `named` where they can be nothing else, such as an hour. */
function readAmount(tokens: readonly Token[], at: number) {
  const word = tokens[at]?.word ?? "";
  if (word === "half") return { minutes: 30, next: at + 1, named: true };
  if (word === "quarter") return { minutes: 15, next: at + 1, named: true };
  const small = readFigure(tokens, at);
  if (!small || small.value >= 30) return undefined;
  const said = /^minutes?$/.test(tokens[small.next]?.word ?? "");
  const named = said || small.value === 20 || small.value === 25;
  return { minutes: small.value, next: said ? small.next + 1 : small.next, named };
}

function shift({ minutes, half }: ClockTime, by: number): ClockTime {
  const moved = minutes + by;
  const crossed = moved < 0;
  const other = half && (half === "am" ? "pm" : "am");
  return clockOf((moved + 720) % 720, crossed ? other : half);
}

const written = /^(\d{1,2}?)([:.]?)([0-5]\d)(?!\d)(?: ?:\d+(?:\.\d+)?)?/;

/** "2:30", "14:30:00", "2.30 pm", "230 pm", with what follows: "p.m.", "o'clock". */
function readWritten(tokens: readonly Token[], at: number): ReadClock | undefined {
  const read = tokens[at]?.kind === "digits" ? matchAt(tokens, at, written) : undefined;
  if (!read) return undefined;
  const [hour = "", mark, minutes] = read.groups;
  const clock = dayClock(hour, Number(minutes));
  const half = readHalf(tokens, read.next);
  if (!clock || (mark !== ":" && !half)) return undefined;
  return { clock: clockOf(clock.minutes, half?.half ?? clock.half), next: half?.next ?? read.next, certainty: "sure" };
}

/** Hours of a 24-hour day; a leading zero or an hour past twelve tells the half. */
function dayClock(hour: string, minutes: number): ClockTime | undefined {
  const hours = Number(hour);
  if (hours > 23) return undefined;
  const half = hours > 12 ? "pm" : hours === 0 || /^0\d/.test(hour) ? "am" : undefined;
  return clockOf((hours % 12) * 60 + minutes, half);
}

/** "two", "two thirty", "eight oh five", "2 pm", "nine o'clock" */
function readHour(tokens: readonly Token[], at: number): ReadClock | undefined {
  const hour = readFigure(tokens, at);
  if (!hour || hour.value < 1 || hour.value > 12 || isCut(tokens, hour.next)) return undefined;
  const spoken = tokens[at]?.kind === "word";
  const minutes = spoken ? minutesAfter(tokens, hour.next) : undefined;
  let next = minutes?.next ?? hour.next;
  const oclock = tokens[next]?.word === "o'clock" || tokens[next]?.word === "oclock";
  if (oclock) next += 1;
  const half = readHalf(tokens, next);
  const clock = clockOf((hour.value % 12) * 60 + (minutes?.value ?? 0), half?.half);
  const certainty = half || oclock ? "sure" : minutes ? "likely" : "bare";
  return { clock, next: half?.next ?? next, certainty };
}

/** ":75", ".30": what stands before it is not an hour of its own. */
function isCut(tokens: readonly Token[], at: number): boolean {
  const [mark, figures] = [tokens[at], tokens[at + 1]];
  return mark?.gap === false && /^[:.]$/.test(mark.text) && figures?.kind === "digits" && !figures.gap;
}

/** "thirty", "oh five", "forty-five" behind an hour. */
function minutesAfter(tokens: readonly Token[], at: number) {
  const from = tokens[at]?.text === "-" ? at + 1 : at;
  if (zeros.has(tokens[from]?.word ?? "")) {
    const unit = readSmall(tokens, from + 1);
    return unit && unit.value < 10 ? unit : undefined;
  }
  const small = tokens[from]?.kind === "word" ? readSmall(tokens, from) : undefined;
  return small && small.value >= 10 && small.value < 60 ? small : undefined;
}

/** One or two figures, or words up to ninety-nine. */
export function readFigure(tokens: readonly Token[], at: number): { value: number; next: number } | undefined {
  const token = tokens[at];
  if (token?.kind === "digits") return token.text.length <= 2 ? { value: Number(token.text), next: at + 1 } : undefined;
  return readSmall(tokens, at);
}

/** "pm", "p.m.", "p m" */
function readHalf(tokens: readonly Token[], at: number) {
  const read = matchAt(tokens, at, /^([ap]) ?(?:m|\. ?m(?: ?\.)?)/);
  return read && { half: `${read.groups[0]}m` as "am" | "pm", next: read.next };
}

/** A minute of the day on the clock. */
export function clockAt(minutes: number): ClockTime {
  return clockOf(minutes % 720, minutes < 720 ? "am" : "pm");
}

export function clockOf(minutes: number, half: ClockTime["half"]): ClockTime {
  return half === undefined ? { minutes } : { minutes, half };
}

interface ReadSpan {
  span: ClockSpan;
  next: number;
  certainty: ReadClock["certainty"];
}

const kinds = phrasesFor([
  ["at", "at, around, about"],
  ["before", "before, by, until"],
  ["after", "after"],
]);

/** Bounds that are said by what they rule out. */
const bounds = phrasesFor([
  ["after", "not before, not until, no earlier than, not earlier than"],
  ["before", "not after, no later than, not later than"],
]);

/** Reads "between eight and ten", "8-10 am", "after three", "at noon" or a plain clock time at a place. */
export function readSpan(tokens: readonly Token[], at: number): ReadSpan | undefined {
  const bound = phraseAt(tokens, at, bounds);
  if (bound) {
    const read = readClock(tokens, bound.next);
    if (!read || startsNumber(tokens, read)) return undefined;
    return { span: { kind: bound.means, clock: read.clock }, next: read.next, certainty: "sure" };
  }
  const word = tokens[at]?.word ?? "";
  if (word === "between" || word === "from") return readWindow(tokens, at + 1, word === "between" ? "and" : "to");
  const kind = phraseAt(tokens, at, kinds)?.means;
  // Lunch is at noon, as far as anything can be before or after it.
  if ((kind === "after" || kind === "before") && tokens[at + 1]?.word === "lunch") {
    return { span: { kind, clock: { minutes: 0, half: "pm" } }, next: at + 2, certainty: "sure" };
  }
  const approximate = kind && /^(?:around|about)$/.test(tokens[at + 1]?.word ?? "") ? 1 : 0;
  const from = kind ? at + 1 + approximate : at;
  const window = !kind || kind === "at" ? readWindow(tokens, from, "to") : undefined;
  if (window) return window;
  const read = readClock(tokens, from);
  if (!read || startsNumber(tokens, read)) return undefined;
  const span: ClockSpan = { kind: kind ?? "at", clock: read.clock };
  return { span, next: read.next, certainty: kind && read.certainty === "bare" ? "likely" : read.certainty };
}

/** "8 to 10 am": two times with a word or a dash between them. */
function readWindow(tokens: readonly Token[], at: number, link: "and" | "to"): ReadSpan | undefined {
  const from = readClock(tokens, at);
  const linked = from && isLink(tokens[from.next], link);
  const to = linked ? readClock(tokens, from.next + 1) : undefined;
  if (!from || !to || startsNumber(tokens, to)) return undefined;
  const certainty = from.certainty === "sure" || to.certainty === "sure" ? "sure" : "likely";
  return { span: windowOf(from.clock, to.clock), next: to.next, certainty };
}

function isLink(token: Token | undefined, link: "and" | "to"): boolean {
  if (!token) return false;
  return token.word === link || /^(?:[-–—]|to|until|till|through)$/.test(token.word);
}

/** A number that goes on is not a time: "five one two …". */
function startsNumber(tokens: readonly Token[], { certainty, next }: ReadClock): boolean {
  return certainty !== "sure" && readGroup(tokens, next) !== undefined;
}

/** A window whose ends tell each other's half of the day: "8 to 10 am" is all morning, "10 to 2 pm" is not. */
export function windowOf(from: ClockTime, to: ClockTime): ClockSpan {
  const wraps = to.minutes <= from.minutes;
  const half = (known: "am" | "pm") => (wraps ? (known === "am" ? "pm" : "am") : known);
  return {
    kind: "between",
    from: clockOf(from.minutes, from.half ?? (to.half && half(to.half))),
    to: clockOf(to.minutes, to.half ?? (from.half && half(from.half))),
  };
}

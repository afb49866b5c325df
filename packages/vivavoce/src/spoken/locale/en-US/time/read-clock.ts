import { firstOf, oneOf, type Reader, rulesOf } from "../../../text/grammar.ts";
import { matchAt } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { readGroup, readSmall, zeros } from "../numbers/digit-group.ts";
import type { ClockSpan, ClockTime, DayPart, SpokenTime } from "./spoken-time.ts";

/**
 * A clock time in tokens. `sure`: it can be nothing else ("2:30", "two pm", "half past two"); `likely`: "two thirty";
 * `bare`: an hour alone.
 */
interface Clock {
  clock: ClockTime;
  certainty: "sure" | "likely" | "bare";
}

interface Span {
  span: ClockSpan;
  certainty: Clock["certainty"];
}

/** One or two figures, or words up to ninety-nine. */
export const readFigure: Reader<{ value: number }> = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind === "digits") return token.text.length <= 2 ? { value: Number(token.text), next: at + 1 } : undefined;
  return readSmall(tokens, at);
};

/** "thirty", "oh five", "forty-five" behind an hour in words. */
const readMinutes: Reader<{ value: number }> = (tokens, at) => {
  const from = tokens[at]?.text === "-" ? at + 1 : at;
  const zero = zeros.has(tokens[from]?.word ?? "") ? 1 : 0;
  const small = tokens[from]?.kind === "word" ? readSmall(tokens, from + zero) : undefined;
  return small && (zero ? small.value < 10 : small.value >= 10 && small.value < 60) ? small : undefined;
};

/** "pm", "p.m.", "p m" */
export const readHalf: Reader<{ half: "am" | "pm" }> = (tokens, at) => {
  const read = matchAt(tokens, at, /^([ap]) ?(?:m|\. ?m(?: ?\.)?)/);
  return read && { half: `${read.groups[0]}m` as "am" | "pm", next: read.next };
};

const written = /^(\d{1,2}?)([:.]?)([0-5]\d)(?!\d)(?: ?:\d+(?:\.\d+)?)?/;

/** "2:30", "14:30:00", "2.30", "230"; a leading zero or an hour past twelve tells the half. */
const readFace: Reader<{ face: ClockTime; colon: boolean }> = (tokens, at) => {
  const read = tokens[at]?.kind === "digits" ? matchAt(tokens, at, written) : undefined;
  const [hour = "", mark, minutes] = read?.groups ?? [];
  const hours = Number(hour);
  if (!read || hours > 23) return undefined;
  const half = hours > 12 ? "pm" : hours === 0 || /^0\d/.test(hour) ? "am" : undefined;
  return { face: clockOf((hours % 12) * 60 + Number(minutes), half), colon: mark === ":", next: read.next };
};

/** Minutes before or after an hour; `named` where they can be nothing else, such as an hour. */
const readAmount: Reader<{ minutes: number; named: boolean }> = (tokens, at) => amounts(tokens, at);
const readHour: Reader<Clock> = (tokens, at) => hours(tokens, at);

const rule = rulesOf({
  figure: readFigure,
  minutes: readMinutes,
  half: readHalf,
  face: readFace,
  amount: readAmount,
  hour: readHour,
  oclock: oneOf("o'clock oclock"),
  later: oneOf("past after"),
  earlier: oneOf("to till til before of"),
});

const amounts = firstOf(
  rule("half", () => ({ minutes: 30, named: true })),
  rule("quarter", () => ({ minutes: 15, named: true })),
  rule("{figure} (minutes|minute)?", ({ figure: { value } }, { words }) =>
    value < 30 ? { minutes: value, named: /minute/.test(words) || value === 20 || value === 25 } : undefined,
  ),
);

const hours = firstOf<Clock>(
  rule("{face} {half}?", ({ face: { face, colon }, half }) =>
    colon || half ? sure(clockOf(face.minutes, half?.half ?? face.half)) : undefined,
  ),
  rule("{figure} {minutes}? {oclock}? {half}?", ({ figure, minutes, oclock, half }, { tokens, at }) => {
    const isWritten = tokens[at]?.kind === "digits";
    if (figure.value < 1 || figure.value > 12 || (isWritten && (minutes || isCut(tokens, at + 1)))) return undefined;
    const clock = clockOf((figure.value % 12) * 60 + (minutes?.value ?? 0), half?.half);
    return { clock, certainty: half || oclock ? "sure" : minutes ? "likely" : "bare" };
  }),
);

/** Reads the clock time that begins at a place. */
export const readClock: Reader<Clock> = firstOf<Clock>(
  rule("(12|twelve) (noon|midday)", () => sure({ minutes: 0, half: "pm" })),
  rule("(noon|midday) {minutes}?", ({ minutes }) => sure({ minutes: minutes?.value ?? 0, half: "pm" })),
  rule("(12|twelve)? midnight {minutes}?", ({ minutes }) => sure({ minutes: minutes?.value ?? 0, half: "am" })),
  rule("a? {amount} {later} {hour}", ({ amount, later, hour }) =>
    later.word === "past" || amount.minutes % 5 === 0 || amount.named ? movedFrom(hour, amount.minutes) : undefined,
  ),
  // "Ten to five" may be a window and is read elsewhere.
  rule("a? {amount} {earlier} {hour}", ({ amount, earlier, hour }, { tokens, at }) =>
    (earlier.word === "of" && amount.minutes % 5 === 0) || isClear(amount, tokens[at - 1])
      ? movedFrom(hour, -amount.minutes)
      : undefined,
  ),
  // "Oh nine thirty hours", "fourteen hundred", "1430 hours"
  rule("(oh|o|zero)? {figure} {minutes}? hundred? hours?", ({ figure: { value }, minutes }, { words }) => {
    const isWhole = minutes !== undefined || /hundred/.test(words);
    return isWhole && value < 24 && (value > 12 || /hours$/.test(words))
      ? sure(clockAt(value * 60 + (minutes?.value ?? 0)))
      : undefined;
  }),
  rule("{face} hours", ({ face: { face } }) => sure(clockOf(face.minutes, face.half ?? "am"))),
  hours,
);

function sure(clock: ClockTime): Clock {
  return { clock, certainty: "sure" };
}

function isClear({ minutes, named }: { minutes: number; named: boolean }, before: Token | undefined): boolean {
  return named || (before?.word === "at" && minutes % 5 === 0);
}

function movedFrom({ clock }: Clock, by: number): Clock | undefined {
  return clock.minutes % 60 === 0 ? sure(shift(clock, by)) : undefined;
}

function shift({ minutes, half }: ClockTime, by: number): ClockTime {
  const moved = minutes + by;
  const crossed = moved < 0;
  const other = half && (half === "am" ? "pm" : "am");
  return clockOf((moved + 720) % 720, crossed ? other : half);
}

/** ":75", ".30": what stands before it is not an hour of its own. */
function isCut(tokens: readonly Token[], at: number): boolean {
  const [mark, figures] = [tokens[at], tokens[at + 1]];
  return mark?.gap === false && /^[:.]$/.test(mark.text) && figures?.kind === "digits" && !figures.gap;
}

/** A minute of the day on the clock. */
export function clockAt(minutes: number): ClockTime {
  return clockOf(minutes % 720, minutes < 720 ? "am" : "pm");
}

export function clockOf(minutes: number, half: ClockTime["half"]): ClockTime {
  return half === undefined ? { minutes } : { minutes, half };
}

/** A clock time that is not the beginning of a longer number such as "five one two …". */
const readWhole: Reader<Clock> = (tokens, at) => {
  const read = readClock(tokens, at);
  return read && (read.certainty === "sure" || !readGroup(tokens, read.next)) ? read : undefined;
};

const spanRule = rulesOf({
  from: readClock,
  clock: readWhole,
  before: oneOf("before by until till"),
  after: oneOf("after from past"),
  hedge: oneOf("like around about say roughly maybe"),
});
const link = "(to|until|till|through|-|–|—)";

/** Reads "between eight and ten", "8-10 am", "after three", "at noon" or a plain clock time at a place. */
export const readSpan: Reader<Span> = firstOf<Span>(
  spanRule(
    "(not before|not until|nothing before|no earlier than|not earlier than|nothing earlier than|no sooner than|not sooner than) {hedge}? {clock}",
    ({ clock }) => bound("after", sure(clock.clock)),
  ),
  spanRule(
    "(not after|not past|nothing after|nothing past|no later than|not later than|nothing later than) {hedge}? {clock}",
    ({ clock }) => bound("before", sure(clock.clock)),
  ),
  spanRule("between {hedge}? {from} (and|to|until|till|through|-|–|—) {hedge}? {clock}", ({ from, clock }) =>
    windowBy(from, clock),
  ),
  spanRule(`from {hedge}? {from} ${link} {hedge}? {clock}`, ({ from, clock }) => windowBy(from, clock)),
  // Lunch is at noon, as far as anything can be before or after it.
  spanRule("{before} lunch", () => bound("before", sure({ minutes: 0, half: "pm" }))),
  spanRule("{after} lunch", () => bound("after", sure({ minutes: 0, half: "pm" }))),
  spanRule(`(at|around|about)? (around|about)? {from} ${link} {clock}`, ({ from, clock }, { words }) => {
    const window = windowBy(from, clock);
    // "Ten to four" may also be 3:50.
    const isEither = from.certainty === "bare" && /\b(?:five|ten) to\b/.test(words);
    return isEither
      ? { ...window, span: { ...window.span, or: shift(clock.clock, -from.clock.minutes / 60) } }
      : window;
  }),
  spanRule("(up to|up until|up till) {hedge}? {clock}", ({ clock }) => bound("before", clock)),
  spanRule("{before} {hedge}? {clock}", ({ clock }) => bound("before", clock)),
  // "After three on"
  spanRule("{after} {hedge}? {clock} (on|onward|onwards)?", ({ clock }, { tokens, next, words }) =>
    / on(?:wards?)?$/.test(words) && tokens[next] ? undefined : bound("after", clock),
  ),
  spanRule("(at|around|about) (around|about)? {clock}", ({ clock }) => bound("at", clock)),
  spanRule("{clock}", ({ clock }) => ({ span: { kind: "at", clock: clock.clock }, certainty: clock.certainty })),
);

/** A word in front of a bare hour makes it likely. */
function bound(kind: "at" | "before" | "after", { clock, certainty }: Clock): Span {
  return { span: { kind, clock }, certainty: certainty === "bare" ? "likely" : certainty };
}

function windowBy(from: Clock, to: Clock) {
  const certainty = from.certainty === "sure" || to.certainty === "sure" ? ("sure" as const) : ("likely" as const);
  return { span: windowOf(from.clock, to.clock), certainty };
}

/** A window whose ends tell each other's half of the day: "8 to 10 am" is all morning, "10 to 2 pm" is not. */
export function windowOf(from: ClockTime, to: ClockTime): Extract<ClockSpan, { kind: "between" }> {
  const wraps = to.minutes <= from.minutes;
  const half = (known: "am" | "pm") => (wraps ? (known === "am" ? "pm" : "am") : known);
  return {
    kind: "between",
    from: clockOf(from.minutes, from.half ?? (to.half && half(to.half))),
    to: clockOf(to.minutes, to.half ?? (from.half && half(from.half))),
  };
}

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

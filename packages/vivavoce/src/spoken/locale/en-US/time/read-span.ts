import { type Token, wordsAt } from "../../../text/tokens.ts";
import { readGroup } from "../numbers/digit-group.ts";
import { clockOf, type ReadClock, readClock } from "./read-clock.ts";
import type { ClockSpan, ClockTime } from "./spoken-time.ts";

interface ReadSpan {
  span: ClockSpan;
  next: number;
  certainty: ReadClock["certainty"];
}

const kinds: ReadonlyMap<string, "at" | "after" | "before"> = new Map([
  ...["at", "around", "about"].map((word) => [word, "at"] as const),
  ...["before", "by", "until"].map((word) => [word, "before"] as const),
  ["after", "after"],
]);

/** Bounds that are said by what they rule out. */
const bounds = (
  [
    ["after", "not before, not until, no earlier than, not earlier than"],
    ["before", "not after, no later than, not later than"],
  ] as const
).flatMap(([kind, phrases]) => phrases.split(", ").map((phrase) => ({ kind, words: phrase.split(" ") })));

/** Reads "between eight and ten", "8-10 am", "after three", "at noon" or a plain clock time at a place. */
export function readSpan(tokens: readonly Token[], at: number): ReadSpan | undefined {
  const bound = bounds.find(({ words }) => wordsAt(tokens, at, words));
  if (bound) {
    const read = readClock(tokens, at + bound.words.length);
    if (!read || startsNumber(tokens, read)) return undefined;
    return { span: { kind: bound.kind, clock: read.clock }, next: read.next, certainty: "sure" };
  }
  const word = tokens[at]?.word ?? "";
  if (word === "between" || word === "from") return readWindow(tokens, at + 1, word === "between" ? "and" : "to");
  const kind = kinds.get(word);
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

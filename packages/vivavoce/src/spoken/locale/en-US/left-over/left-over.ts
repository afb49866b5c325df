import type { FoundValue, SlotKindName } from "../../../slots/slot.ts";
import { sliceOf, type TokenSpan } from "../../../text/reading.ts";
import { sentencesOf, type Token, tokensOf, without } from "../../../text/tokens.ts";
import type { ReadText } from "../../locale.ts";
import { isTakenBack } from "../answers/negation.ts";
import { opensWithHomophone } from "../numbers/digit-run.ts";
import { isBound } from "../time/time-kind.ts";
import { daysOf, directionsOf, halvesOf, hoursOf, lettersOf, numbersOf, unitsOf } from "./words.ts";

/** The words that matter to each kind of value. A kind that is not listed has none. */
const wordsOfKind: { readonly [Kind in SlotKindName]?: (tokens: Token[], values: string[]) => TokenSpan[] } = {
  phone: newNumbers,
  zip: newNumbers,
  address: (tokens, values) => [
    ...newNumbers(tokens, values),
    ...halvesOf(tokens),
    ...unitsOf(tokens),
    ...directionsOf(tokens),
    ...lettersOf(tokens, values),
  ],
  name: lettersOf,
  time: (tokens) => [...daysOf(tokens), ...hoursOf(tokens)],
};

function newNumbers(tokens: Token[], values: string[]): TokenSpan[] {
  return numbersOf(tokens).filter(({ digits }) => !values.some((value) => value.includes(digits)));
}

/** Words by which people put right what they have just said. */
const correction =
  /\b(?:wait|sorry(?! (?:about|for|to|i))|scratch that|strike that|actually|i mean|i meant|make (?:that|it)|correction|rather|hold on|hang on|let's (?:say|make)|my bad|oops|excuse me)\b|(?:^|[,.;…—–-])\s*(?:no|nope|nah)\b(?=\s*[,.;…—–-]|\s+(?:it's|that's|the|i)\b)/i;

/**
 * The words of a text that matter to a kind of value and that its reader did not use: "apartment 108" behind an address
 * of which only the building was read. What was read is then not the whole, and must not be compared. Undefined if
 * nothing is left over.
 */
export function leftOver(kind: SlotKindName, read: ReadText): string | undefined {
  const words = wordsOfKind[kind];
  if (!words) return undefined;
  const scope = inScope(read);
  const text = withoutUsed(read, scope);
  const tokens = tokensOf(text);
  const values = [...read.own.map(({ value }) => value), ...(read.known === undefined ? [] : [read.known])];
  const [first] = words(tokens, values).toSorted((one, other) => one.at - other.at);
  if (first) return sliceOf(text, tokens, first);
  if (read.by !== "caller") return undefined;
  // "For eleven Dorset Road" may be number 411 or number 11.
  if (kind === "address" && read.asked && opensWithHomophone(tokensOf(read.text))) return read.text.trim();
  const open = kind === "time" ? (ruledOutIn(scope, read.own) ?? mixedTimes(read.text, read.own)) : undefined;
  return open ?? correctedBehind(read);
}

/** The text without its used parts. A whole value takes back what stood before a word of correction. */
function withoutUsed({ own, others, text: said, by }: ReadText, scope: string): string {
  // An address has read the ZIP code behind it, though it leaves it to be found.
  const used = own.map((value) => ({ ...value, end: Math.max(value.end, value.start + value.text.length) }));
  const text = without(scope, [...used, ...others]);
  const last = own.at(-1);
  const before = last && by === "caller" ? said.slice(0, last.start) : "";
  const word = correction.exec(before);
  return word ? without(text, [{ start: 0, end: word.index + word[0].length }]) : text;
}

/** The sentences that may be about the value: all of an answer, otherwise those that hold it or put it right. */
function inScope({ text, own, asked, by }: ReadText): string {
  if (by === "booking" || (asked && by === "caller")) return text;
  const others = sentencesOf(text)
    .map(({ text: sentence, start }) => ({ sentence, start, end: start + sentence.length }))
    .filter(
      ({ sentence, start, end }) =>
        !own.some((value) => value.start < end && value.end > start) &&
        !(by === "caller" && correction.exec(sentence.trim())?.index === 0),
    );
  return without(text, others);
}

/** A word of correction behind the last value, and what follows it. */
function correctedBehind({ text, own, others }: ReadText): string | undefined {
  const end = own.at(-1)?.end;
  if (end === undefined) return undefined;
  const rest = without(text.replaceAll("’", "'"), others).slice(end);
  const word = correction.exec(rest);
  if (!word) return undefined;
  const behind = rest.slice(word.index + word[0].length);
  return tokensOf(behind).some(({ kind }) => kind !== "mark")
    ? (word[0] + behind).trim().replace(/^\W+/, "")
    : undefined;
}

const negation = /\b(?:not|no|never|nor|neither|except|besides|without|cannot|rather than|other than|\w+n't)\b/gi;
/** Negative words that rule nothing out. */
const harmless =
  /\b(?:no (?:preference|rush|problem|worries|hurry|matter)|(?:does|do)n't (?:matter|mind|care|worry)|why (?:not|don't)|if not|not sure|can't wait|(?:ca|could|wo)n't you|no longer|not working|not cooling|not heating)\b/gi;
const clauses = /[^,.;!?]+/g;

/** The first clause that names a time and takes something away from it: "mornings are no good", "I can't do Friday". */
function ruledOutIn(said: string, times: readonly FoundValue[]): string | undefined {
  const line = said.replaceAll("’", "'");
  const quiet = line.replace(harmless, (words) => " ".repeat(words.length));
  const plain = without(quiet, times.filter(isBound));
  const tokens = tokensOf(line);
  const turnedDown = times.filter(({ start }) => isTakenBack(tokens, start));
  for (const { 0: clause, index } of plain.matchAll(clauses)) {
    const end = index + clause.length;
    const held = times.filter((time) => time.start < end && time.end > index);
    // "Not Friday" turns a day down, and is read as such.
    const left = [...clause.matchAll(negation)].length - turnedDown.filter((time) => held.includes(time)).length;
    if (left > 0 && (held.length > 0 || daysOf(tokensOf(clause)).length > 0)) return line.slice(index, end).trim();
  }
  return undefined;
}

const preference = /\b(?:if (?:possible|not|you can't)|otherwise|preferably|ideally|failing that|or else|whatever)\b/i;

const hour = /\b(?:morning|afternoon|evening|night|at|between|after|before)\b/;

/** Several times of which nobody can tell which are meant together: "today if possible, otherwise tomorrow". */
function mixedTimes(line: string, found: readonly FoundValue[]): string | undefined {
  const times = found.filter((time) => !isBound(time));
  const choices = line.match(/\bor\b/gi)?.length ?? 0;
  const hours = new Set(times.map(({ value }) => hour.test(value)));
  // Whether the morning of "Monday or Tuesday morning" is that of both days is anybody's guess.
  const mixed = choices > 0 && (times.length > choices + 1 || hours.size > 1);
  return times.length > 1 && (mixed || preference.test(line)) ? line.trim() : undefined;
}

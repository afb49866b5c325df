import type { FindContext, FoundValue, SlotComparison } from "../../../slots/slot.ts";
import { foundAt, readAll, skipWords, type TokenSpan, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf, wordsAt } from "../../../text/tokens.ts";
import { digitsOf, hearDigits, type RunPiece, readRun, readTight } from "../numbers/digit-run.ts";

/** A number in tokens, in its comparable form. */
interface PhoneSpan extends TokenSpan {
  value: string;
}

const mostDigits = 17;

/** Every phone number in a text, spoken or written, and "ending in 0199". */
export function findPhones(text: string, { by, asked }: Partial<FindContext> = {}): FoundValue[] {
  const tokens = by === "caller" && asked ? hearDigits(tokensOf(text)) : tokensOf(text);
  return readAll(tokens, (at) => readPhones(tokens, at))
    .flatMap(({ phones }) => phones)
    .map((phone) => foundAt(text, tokens, phone, phone.value));
}

/**
 * The first phone number that a text says, in one comparable form: "+15125550199", "5550199" where only the local
 * part was said, "ending 0199" for last digits alone, ";ext=12" behind an extension.
 *
 * @example normalisePhone("five one two, triple five, oh one nine nine") // "+15125550199"
 */
export function normalisePhone(text: string): string | undefined {
  return findPhones(text)[0]?.value;
}

function readPhones(tokens: readonly Token[], at: number): { phones: PhoneSpan[]; next: number } | undefined {
  const ending = readEnding(tokens, at);
  if (ending) return { phones: [ending], next: ending.next };
  const run = readRun(tokens, at);
  const phones = run ? phonesIn(tokens, run.pieces) : [];
  return run && { phones, next: Math.max(run.next, phones.at(-1)?.next ?? 0) };
}

/** Phone numbers among the groups of one run; they begin and end at pauses, so half a number is not found. */
function phonesIn(tokens: readonly Token[], run: readonly RunPiece[]): PhoneSpan[] {
  const first = run[0];
  if (!first || tokens[first.at - 1]?.text === "$") return [];
  const swapped = readAreaCodeLast(tokens, run);
  if (swapped) return [swapped];
  const spans: PhoneSpan[] = [];
  for (let from = 0; from < run.length; from += 1) {
    const piece = run[from];
    if (!piece || (from > 0 && !piece.parted) || isInterjection(tokens, piece)) continue;
    const plus = isPlus(tokens[piece.at - 1]);
    const longest = longestFrom(run, from, plus);
    if (!longest) continue;
    spans.push(withExtension(tokens, { ...longest, at: plus ? piece.at - 1 : piece.at }));
    from = longest.last;
  }
  return spans;
}

const beforeArea = wordSet("area code is it's that's and a an with the here it , .");
const behindArea = wordSet("number area in up first to before");

/** "five five five oh one five five, area code three one two", "and that's a three one two number" */
function readAreaCodeLast(tokens: readonly Token[], found: readonly RunPiece[]): PhoneSpan | undefined {
  const end = found.at(-1)?.next ?? 0;
  const from = skipWords(tokens, end, beforeArea, 7);
  const more = readRun(tokens, from);
  const isNamed = tokens.slice(end, from).some(({ word }) => word === "area");
  const isBehind = more !== undefined && (isNamed || behindArea.has(tokens[more.next]?.word ?? ""));
  const run = isBehind ? [...found, ...more.pieces] : found;
  const named = found.findIndex(({ at }, index) => index > 0 && wordsAt(tokens, at - 2, ["area", "code"]));
  const code = isBehind ? found.length : named;
  const [local, area] = [digitsOf(run.slice(0, code)), digitsOf(run.slice(code))];
  const value =
    code > 0 && local.length === 7 && area.length === 3 ? phoneNumberOf(area + local, { plus: false }) : undefined;
  return value === undefined ? undefined : { value, at: run[0]?.at ?? 0, next: run.at(-1)?.next ?? 0 };
}

function longestFrom(run: readonly RunPiece[], from: number, plus: boolean) {
  let digits = "";
  let longest: { value: string; next: number; last: number } | undefined;
  for (let last = from; last < run.length && digits.length <= mostDigits; last += 1) {
    const piece = run[last];
    if (!piece) break;
    digits += piece.digits;
    const atPause = run[last + 1]?.parted ?? true;
    const value = atPause ? phoneNumberOf(digits, { plus }) : undefined;
    if (value !== undefined) longest = { value, next: piece.next, last };
  }
  return longest;
}

/** "Oh, 512 …" */
function isInterjection(tokens: readonly Token[], { at, next }: RunPiece): boolean {
  return /^(?:oh|o)$/.test(tokens[at]?.word ?? "") && tokens[next]?.text === "," && tokens[at - 1]?.kind !== "mark";
}

function isPlus(token: Token | undefined): boolean {
  return token?.text === "+" || token?.word === "plus";
}

const beforeExtension = wordSet(
  ", ; and then the my with at it's that's an you gotta have need to want dial press punch hit enter in",
);
const behindExtension = wordSet(". = : is number");

/** "…, and then extension 12", "x12" */
function withExtension(tokens: readonly Token[], span: PhoneSpan): PhoneSpan {
  let at = skipWords(tokens, span.next, beforeExtension, 8);
  if (!/^(?:extension|ext|x)$/.test(tokens[at]?.word ?? "")) return span;
  at = skipWords(tokens, at + 1, behindExtension, 2);
  const extension = readTight(tokens, at);
  if (!extension || extension.digits.length > 6) return span;
  return { ...span, value: `${span.value};ext=${extension.digits}`, next: extension.next };
}

const beforeEnding = wordSet("in with digits are is of");

/** "ends in 0199", "ending with oh one nine nine", "last four are 0199" */
function readEnding(tokens: readonly Token[], at: number): PhoneSpan | undefined {
  const word = tokens[at]?.word ?? "";
  const four = wordsAt(tokens, at, ["last", "four"]) ? 1 : 0;
  if (!four && !/^end(?:s|ing)?$/.test(word)) return undefined;
  const run = readRun(tokens, skipWords(tokens, at + 1 + four, beforeEnding, 4 - four));
  return run && run.digits.length >= 2 && run.digits.length <= 6
    ? { value: `ending ${run.digits}`, at, next: run.next }
    : undefined;
}

/**
 * Digits as a phone number: "+15125550199" where the country is said or the number is a North American one, plain
 * digits for a local number or one with a trunk zero. Undefined if they are not a phone number.
 */
function phoneNumberOf(digits: string, { plus }: { plus: boolean }): string | undefined {
  if (plus) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined;
  const abroad = /^(?:011|00)([1-9]\d{7,14})$/.exec(digits)?.[1];
  if (abroad) return `+${abroad}`;
  if (/^1[2-9]\d{9}$/.test(digits)) return `+${digits}`;
  if (/^[2-9]\d{9}$/.test(digits)) return `+1${digits}`;
  return /^[2-9]\d{6}$/.test(digits) || /^0\d{8,10}$/.test(digits) ? digits : undefined;
}

/**
 * Whether two phone numbers in their comparable form are the same. A number without its country or area code equals a
 * longer one that ends in it; an extension that only one side has is ignored.
 */
export function comparePhones(one: string, other: string): SlotComparison {
  const [first = "", firstExtension] = one.split(";ext=");
  const [second = "", secondExtension] = other.split(";ext=");
  if (firstExtension && secondExtension && firstExtension !== secondExtension) return "different";
  // Nobody gave the area code that the other side has.
  if (/^[2-9]\d{6}$/.test(first) && second.startsWith("+") && second.endsWith(first)) return "open";
  return first === second || endsIn(first, second) || endsIn(second, first) ? "same" : "different";
}

/** Whether a number ends in one that leaves open what stands before it. */
function endsIn(number: string, part: string): boolean {
  return (
    !/^[+?]/.test(part) &&
    !number.startsWith("?") &&
    number.endsWith(part.replace(/^ending /, "").replace(/^0(?=\d{8})/, ""))
  );
}

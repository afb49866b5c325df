import type { FindContext, FoundValue } from "../../../slots/slot-kind.ts";
import { sliceOf, type Token, tokensOf, wordsAt } from "../../../text/tokens.ts";
import { correctTail } from "../numbers/corrected-tail.ts";
import { type RunPiece, readRun, readTight } from "../numbers/digit-run.ts";
import { hearDigits } from "../numbers/homophones.ts";
import { phoneNumberOf } from "./phone-number.ts";

/** A number in tokens: its comparable form, where it begins, and the token after it. */
interface PhoneSpan {
  value: string;
  at: number;
  next: number;
}

const mostDigits = 17;

/** Every phone number in a text, spoken or written, and "ending in 0199". */
export function findPhones(text: string, { by, asked }: Partial<FindContext> = {}): FoundValue[] {
  const tokens = by === "caller" && asked ? hearDigits(tokensOf(text)) : tokensOf(text);
  const found: FoundValue[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const ending = readEnding(tokens, at);
    const run = ending ? [] : readRun(tokens, at);
    const spans = ending ? [ending] : phonesIn(tokens, run);
    for (const span of spans) found.push(foundOf(text, tokens, span));
    at = Math.max(at, (spans.at(-1)?.next ?? 0) - 1, (run.at(-1)?.next ?? 0) - 1);
  }
  return by === "caller" ? correctTail(text, found, [4]) : found;
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

function foundOf(text: string, tokens: readonly Token[], { value, at, next }: PhoneSpan): FoundValue {
  const start = tokens[at]?.start ?? 0;
  const said = sliceOf(text, tokens, at, next);
  return { text: said, value, start, end: start + said.length };
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

/** "five five five oh one five five, area code three one two" */
function readAreaCodeLast(tokens: readonly Token[], run: readonly RunPiece[]): PhoneSpan | undefined {
  const code = run.findIndex(({ at }, index) => index > 0 && wordsAt(tokens, at - 2, ["area", "code"]));
  const digitsOf = (pieces: readonly RunPiece[]) => pieces.map(({ digits }) => digits).join("");
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

/** "…, extension 12", "x12" */
function withExtension(tokens: readonly Token[], span: PhoneSpan): PhoneSpan {
  let at = span.next;
  if ([",", ";"].includes(tokens[at]?.text ?? "")) at += 1;
  if (!/^(?:extension|ext|x)$/.test(tokens[at]?.word ?? "")) return span;
  at += 1;
  if ([".", "=", ":"].includes(tokens[at]?.text ?? "")) at += 1;
  const extension = readTight(tokens, at);
  if (!extension || extension.digits.length > 6) return span;
  return { ...span, value: `${span.value};ext=${extension.digits}`, next: extension.next };
}

/** "ends in 0199", "ending with oh one nine nine", "last four are 0199" */
function readEnding(tokens: readonly Token[], at: number): PhoneSpan | undefined {
  const word = tokens[at]?.word ?? "";
  let from = at + 1;
  if (word === "last" && tokens[from]?.word === "four") from += 1;
  else if (!/^end(?:s|ing)?$/.test(word)) return undefined;
  while (from < at + 5 && /^(?:in|with|digits|are|is|of)$/.test(tokens[from]?.word ?? "")) from += 1;
  const run = readRun(tokens, from);
  const digits = run.map((piece) => piece.digits).join("");
  const next = run.at(-1)?.next;
  return next !== undefined && digits.length >= 2 && digits.length <= 6
    ? { value: `ending ${digits}`, at, next }
    : undefined;
}

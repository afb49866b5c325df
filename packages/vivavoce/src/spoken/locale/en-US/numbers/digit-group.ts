import { wordSet } from "../../../text/reading.ts";
import { type Token, wordsAt } from "../../../text/tokens.ts";

/** Digits that one stretch of tokens says, and the token after it. */
export interface DigitGroup {
  digits: string;
  next: number;
}

/** Reads one group at a place: "512", "oh", "triple five", "forty-two", "eleven hundred", "two thousand and one". */
export function readGroup(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const token = tokens[at];
  if (!token || token.kind === "mark" || readOrdinal(tokens, at)) return undefined;
  if (token.kind === "digits") return readFigures(tokens, at);
  if (zeros.has(token.word)) return isSigh(tokens, at) ? undefined : { digits: "0", next: at + 1 };
  const small = readSmall(tokens, at);
  return readRepeat(tokens, at) ?? (small && readScaled(tokens, small));
}

/** "Oh shoot", and behind a pause "oh wait". */
function isSigh(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 1]?.word ?? "";
  const isParted = tokens[at - 1]?.kind === "mark" && tokens[at - 1]?.text !== "-";
  return (
    /^(?:shoot|god|gosh|crap|boy|darn|dear|hey)$/.test(after) ||
    (isParted && /^(?:wait|no|sorry|hold|hang|actually|well|yes|my)$/.test(after))
  );
}

/** "4210", "4,210", "42 hundred"; no ordinal such as "6th". */
function readFigures(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const token = tokens[at];
  const after = tokens[at + 1];
  if (!token || isOrdinal(tokens, at)) return undefined;
  const rest = tokens[at + 2];
  if (token.text.length <= 3 && after?.text === "," && !after.gap && rest && !rest.gap && /^\d{3}$/.test(rest.text)) {
    return { digits: token.text + rest.text, next: at + 3 };
  }
  if (token.text.length > 2 || !scales.has(after?.word ?? "")) return { digits: token.text, next: at + 1 };
  return readScaled(tokens, { value: Number(token.text), next: at + 1 });
}

/** "6th": a figure with an ending is not a number of its own. */
function isOrdinal(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 1];
  return tokens[at]?.kind === "digits" && after?.gap === false && /^(?:st|nd|rd|th)$/.test(after.word);
}

/** "double five", "double-oh", "three fives" */
function readRepeat(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const from = pastHyphen(tokens, at + 1);
  const [count, token] = [tokens[at]?.word ?? "", tokens[from]];
  const one = token?.word.replace(/(?<=x|zero)es$|s$/, "");
  const isMany = token?.kind === "word" && one !== token.word;
  const digit = isOrdinal(tokens, from) ? undefined : digitOf(token && { ...token, word: one ?? "" });
  const times = repeats.get(count) ?? (isMany ? units.get(count) : undefined);
  return times !== undefined && digit !== undefined ? { digits: digit.repeat(times), next: from + 1 } : undefined;
}

/** One digit, however it is said: "five", "5", "oh". */
function digitOf(token: Token | undefined): string | undefined {
  if (!token) return undefined;
  if (/^\d$/.test(token.text)) return token.text;
  return zeros.has(token.word) ? "0" : units.get(token.word)?.toString();
}

interface Small {
  value: number;
  next: number;
}

/** 1 to 99 in words. */
export function readSmall(tokens: readonly Token[], at: number): Small | undefined {
  const word = tokens[at]?.word ?? "";
  const single = units.get(word) ?? teens.get(word);
  if (single !== undefined) return { value: single, next: at + 1 };
  const ten = tens.get(word);
  if (ten === undefined) return undefined;
  const unitAt = pastHyphen(tokens, at + 1);
  const after = tokens[unitAt]?.word ?? "";
  // "twenty-first" counts, and is not a number.
  if ((ordinals.get(after) ?? ten) < 10) return undefined;
  const unit = units.get(after);
  return unit === undefined ? { value: ten, next: at + 1 } : { value: ten + unit, next: unitAt + 1 };
}

/** A hyphen between two words of a number means nothing. */
export function pastHyphen(tokens: readonly Token[], at: number): number {
  return tokens[at]?.text === "-" ? at + 1 : at;
}

/** A number, and what follows "two" in "two hundred and ten" or "two thousand five hundred and one". */
function readScaled(tokens: readonly Token[], { value, next }: Small): DigitGroup {
  const scale = scales.get(tokens[next]?.word ?? "");
  if (scale === undefined) return { digits: String(value), next };
  const rest = readRest(tokens, next + 1, scale);
  return { digits: String(value * scale + rest.value), next: rest.next };
}

/** The smaller part after "hundred" or "thousand"; 0 where another number begins instead. */
function readRest(tokens: readonly Token[], at: number, scale: number): Small {
  const none = { value: 0, next: at };
  const small = readSmall(tokens, tokens[at]?.word === "and" ? at + 1 : at);
  if (!small) return none;
  if (scale === 1000 && tokens[small.next]?.word === "hundred") {
    const rest = readRest(tokens, small.next + 1, 100);
    return { value: small.value * 100 + rest.value, next: rest.next };
  }
  // "eight hundred five five five" is 800 and then single digits.
  return small.value < 10 && digitOf(tokens[small.next]) !== undefined ? none : small;
}

const scales = new Map(Object.entries({ hundred: 100, thousand: 1000 }));
const units = listed("one two three four five six seven eight nine", 1);
const teens = listed("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen", 10);
const tens = listed("twenty thirty forty fifty sixty seventy eighty ninety", 2, 10).set("fourty", 40);
export const zeros: ReadonlySet<string> = wordSet("zero oh o nought naught");
/** How often the digit or letter behind these words is said. */
export const repeats: ReadonlyMap<string, number> = new Map(
  Object.entries({ double: 2, triple: 3, treble: 3, quadruple: 4 }),
);
const ordinals = new Map([
  ...listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
    1,
  ),
  ...listed("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 2, 10),
]);

/** A word up to ninety, or a single figure. */
export function isNumberWord({ word, kind, text }: Token): boolean {
  if (kind === "digits") return text.length === 1;
  return units.has(word) || teens.has(word) || tens.has(word) || zeros.has(word);
}

function listed(words: string, from: number, times = 1): Map<string, number> {
  return new Map(words.split(" ").map((word, index) => [word, (from + index) * times]));
}

/** Reads "6th", "sixth", "twenty-first" or "one hundred and fourth" at a place; `digits` holds the number. */
export function readOrdinal(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (token.kind === "digits") {
    const written = isOrdinal(tokens, at) && token.text.length <= 4;
    return written ? { digits: String(Number(token.text)), next: at + 2 } : undefined;
  }
  const hundreds = token.word === "a" ? { value: 1, next: at + 1 } : readSmall(tokens, at);
  const isHundred = wordsAt(tokens, hundreds?.next ?? at, ["hundred", "and"]);
  const rest = hundreds && isHundred ? readOrdinal(tokens, hundreds.next + 2) : undefined;
  if (hundreds && rest) return { digits: String(hundreds.value * 100 + Number(rest.digits)), next: rest.next };
  const ten = tens.get(token.word);
  const unitAt = pastHyphen(tokens, at + 1);
  const unit = ordinals.get(tokens[unitAt]?.word ?? "");
  if (ten !== undefined && unit !== undefined && unit < 10) return { digits: String(ten + unit), next: unitAt + 1 };
  const whole = ordinals.get(token.word);
  return whole === undefined ? undefined : { digits: String(whole), next: at + 1 };
}

/** 1 → "1st", 12 → "12th", 23 → "23rd" */
export function ordinalOf(number: string): string {
  const last = Number(number.slice(-1));
  const teen = /1\d$/.test(number);
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][last] ?? "th")}`;
}

import type { Token } from "../../../text/tokens.ts";

/** Digits that one stretch of tokens says, and the token after it. */
export interface DigitGroup {
  digits: string;
  next: number;
}

/** Reads one group at a place: "512", "oh", "triple five", "forty-two", "eleven hundred", "two thousand and one". */
export function readGroup(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const token = tokens[at];
  if (!token || token.kind === "mark") return undefined;
  if (token.kind === "digits") return readFigures(tokens, at);
  if (zeros.has(token.word)) return { digits: "0", next: at + 1 };
  return readRepeat(tokens, at) ?? readLarge(tokens, at);
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
  if (token.text.length <= 2 && isScale(after)) return readScaled(tokens, Number(token.text), at + 1);
  return { digits: token.text, next: at + 1 };
}

/** "6th": a figure with an ending is not a number of its own. */
function isOrdinal(tokens: readonly Token[], at: number): boolean {
  const after = tokens[at + 1];
  return tokens[at]?.kind === "digits" && after?.gap === false && /^(?:st|nd|rd|th)$/.test(after.word);
}

/** "double five", "double-oh" */
function readRepeat(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const times = repeats.get(tokens[at]?.word ?? "");
  const from = tokens[at + 1]?.text === "-" ? at + 2 : at + 1;
  const digit = isOrdinal(tokens, from) ? undefined : digitOf(tokens[from]);
  return times !== undefined && digit !== undefined ? { digits: digit.repeat(times), next: from + 1 } : undefined;
}

/** One digit, however it is said: "five", "5", "oh". */
function digitOf(token: Token | undefined): string | undefined {
  if (!token) return undefined;
  if (/^\d$/.test(token.text)) return token.text;
  return zeros.has(token.word) ? "0" : units.get(token.word)?.toString();
}

function readLarge(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const small = readSmall(tokens, at);
  if (!small) return undefined;
  return isScale(tokens[small.next])
    ? readScaled(tokens, small.value, small.next)
    : { digits: String(small.value), next: small.next };
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
  const unitAt = tokens[at + 1]?.text === "-" ? at + 2 : at + 1;
  const after = tokens[unitAt]?.word ?? "";
  // "twenty-first" counts, and is not a number.
  if (unitOrdinals.has(after)) return undefined;
  const unit = units.get(after);
  return unit === undefined ? { value: ten, next: at + 1 } : { value: ten + unit, next: unitAt + 1 };
}

function isScale(token: Token | undefined): boolean {
  return token?.word === "hundred" || token?.word === "thousand";
}

/** What follows "two": "hundred and ten", "thousand five hundred and one". */
function readScaled(tokens: readonly Token[], lead: number, at: number): DigitGroup {
  if (tokens[at]?.word === "hundred") {
    const rest = readRest(tokens, at + 1, 99);
    return { digits: String(lead * 100 + rest.value), next: rest.next };
  }
  const hundreds = readRest(tokens, at + 1, 999);
  return { digits: String(lead * 1000 + hundreds.value), next: hundreds.next };
}

/** The smaller part after "hundred" or "thousand", up to a limit; 0 where another number begins instead. */
function readRest(tokens: readonly Token[], at: number, most: number): Small {
  const none = { value: 0, next: at };
  const from = tokens[at]?.word === "and" ? at + 1 : at;
  const small = readSmall(tokens, from);
  if (!small) return none;
  if (most > 99 && tokens[small.next]?.word === "hundred") {
    const rest = readRest(tokens, small.next + 1, 99);
    return { value: small.value * 100 + rest.value, next: rest.next };
  }
  // "eight hundred five five five" is 800 and then single digits.
  return small.value < 10 && digitOf(tokens[small.next]) !== undefined ? none : small;
}

/** What number words stand for: the vocabulary that digits are read from. */
export const units: ReadonlyMap<string, number> = listed("one two three four five six seven eight nine", 1);
export const teens: ReadonlyMap<string, number> = listed(
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  10,
);
export const tens: ReadonlyMap<string, number> = new Map([
  ...listed("twenty thirty forty fifty sixty seventy eighty ninety", 2, 10),
  ["fourty", 40],
]);
export const unitOrdinals: ReadonlySet<string> = new Set(
  "first second third fourth fifth sixth seventh eighth ninth".split(" "),
);
export const zeros: ReadonlySet<string> = new Set(["zero", "oh", "o", "nought", "naught"]);
export const repeats: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["triple", 3],
  ["treble", 3],
  ["quadruple", 4],
]);

function listed(words: string, from: number, times = 1): Map<string, number> {
  return new Map(words.split(" ").map((word, index) => [word, (from + index) * times]));
}

const ordinalWords: ReadonlyMap<string, number> = new Map([
  ..."first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
    .split(" ")
    .map((word, index): [string, number] => [word, index + 1]),
  ..."twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
    .split(" ")
    .map((word, index): [string, number] => [word, (index + 2) * 10]),
]);

/** Reads "6th", "sixth" or "twenty-first" at a place; `digits` holds the number. */
export function readOrdinal(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (token.kind === "digits") {
    const ending = tokens[at + 1];
    const written = ending && !ending.gap && /^(?:st|nd|rd|th)$/.test(ending.word) && token.text.length <= 4;
    return written ? { digits: String(Number(token.text)), next: at + 2 } : undefined;
  }
  const ten = tens.get(token.word);
  const unitAt = tokens[at + 1]?.text === "-" ? at + 2 : at + 1;
  const unit = ordinalWords.get(tokens[unitAt]?.word ?? "");
  if (ten !== undefined && unit !== undefined && unit < 10) return { digits: String(ten + unit), next: unitAt + 1 };
  const whole = ordinalWords.get(token.word);
  return whole === undefined ? undefined : { digits: String(whole), next: at + 1 };
}

/** 1 → "1st", 12 → "12th", 23 → "23rd" */
export function ordinalOf(number: string): string {
  const last = Number(number.slice(-1));
  const teen = /1\d$/.test(number);
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][last] ?? "th")}`;
}

import { readAll, skipWords, wordMap, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { type DigitGroup, isNumberWord, pastHyphen, readGroup, readSmall } from "./digit-group.ts";

/** One group of a run: where it stands, and whether a mark parts it from the group before. */
export interface RunPiece extends DigitGroup {
  at: number;
  parted: boolean;
}

/** A number said with pauses, in its groups. */
interface DigitRun extends DigitGroup {
  pieces: RunPiece[];
}

const betweenGroups = wordSet("- – — , . … ( ) / · and uh um er then area code dash let me see let's");
/** The most marks between two groups; with more, another subject begins. */
const mostBetween = 5;

/** All groups from a place on that belong to one number said with pauses: "five one two, triple five, oh one". */
export function readRun(tokens: readonly Token[], at: number): DigitRun | undefined {
  const pieces: RunPiece[] = [];
  let next = at;
  for (;;) {
    const from = pieces.length === 0 ? next : skipWords(tokens, next, betweenGroups, mostBetween);
    const group = readGroup(tokens, from);
    if (!group) return pieces.length === 0 ? undefined : { pieces, digits: digitsOf(pieces), next };
    const parted = tokens.slice(next, from).some(({ kind }) => kind === "mark");
    pieces.push({ ...group, at: from, parted });
    next = group.next;
  }
}

export function digitsOf(pieces: readonly DigitGroup[]): string {
  return pieces.map(({ digits }) => digits).join("");
}

/** Nobody says a number with more digits, and trying every place in a longer one would take too long. */
const longestTight = 24;

/**
 * A number said without a pause, as house numbers are: "4210", "forty-two ten", "four two one oh". Written digits of
 * more than one figure stand alone, so that "4210 78704" stays two numbers.
 */
export function readTight(tokens: readonly Token[], at: number): DigitGroup | undefined {
  let digits = "";
  let next = at;
  for (;;) {
    const from = digits === "" ? next : pastHyphen(tokens, next);
    const written = tokens[from]?.kind === "digits" && (tokens[from]?.text.length ?? 0) > 1;
    const group = digits !== "" && written ? undefined : readGroup(tokens, from);
    if (!group) return digits === "" ? undefined : { digits, next };
    digits += group.digits;
    next = group.next;
    // "63 Oh Nine": a transcript may write the first half in figures and the rest in words.
    const goesOn = digits.length <= 2 && /^(?:oh|zero)$/.test(tokens[next]?.word ?? "");
    if ((written && !goesOn) || digits.length > longestTight) return { digits, next };
  }
}

/** Whether a number that began before goes on at this place: "ten" in "forty-two ten". */
export function continuesNumber(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || (token.kind === "digits" && token.text.length > 1)) return false;
  const before = tokens[at - 1]?.text === "-" ? at - 2 : at - 1;
  return readGroup(tokens, before) !== undefined;
}

/**
 * The digits that a text says, where it says nothing else: figures, number words from zero to thousands, "oh",
 * "double" and "triple". Undefined if there is anything more.
 *
 * @example spokenDigits("nine one one oh") // "9110"
 */
export function spokenDigits(text: string): string | undefined {
  const tokens = tokensOf(text);
  const run = readRun(
    tokens,
    tokens.findIndex(({ word }) => !betweenGroups.has(word)),
  );
  const isAll = run && tokens.slice(run.next).every(({ word }) => betweenGroups.has(word));
  return isAll ? run.digits : undefined;
}

/** The digits of every number that a text says, pauses between its groups or not: "12, 34" is "1234". */
export function numbersSaid(text: string): string[] {
  const tokens = tokensOf(text);
  return readAll(tokens, (at) => readRun(tokens, at)).map(({ digits }) => digits);
}

/** Words that a transcript of speech may have instead of a number. */
const heardAs = wordMap("for four, fore four, to two, too two, won one, ate eight");
const fewestNumbers = 3;

function asNumber(token: Token): Token {
  return { ...token, word: heardAs.get(token.word) ?? token.word };
}

/**
 * An answer with digits said one by one, in which "for", "to", "won" and "ate" among them are digits too: "oh one for
 * two". At either end of the digits they are, unless the sentence goes on there.
 */
export function hearDigits(tokens: readonly Token[]): Token[] {
  const heard = [...tokens];
  for (const { at, next } of readAll(tokens, (at) => readDigits(tokens, at))) {
    const stretch = tokens.slice(at, next);
    const isAll = tokens.every(({ kind }, index) => kind === "mark" || (index >= at && index < next));
    if (stretch.filter(isNumberWord).length < (isAll && stretch.length > fewestNumbers ? 1 : fewestNumbers)) continue;
    const from = tokens[at - 1]?.kind === "word" ? stretch.findIndex(isNumberWord) : 0;
    const to = tokens[next]?.kind === "word" ? stretch.findLastIndex(isNumberWord) : stretch.length - 1;
    for (let index = from; index <= to; index += 1) heard[at + index] = asNumber(stretch[index] as Token);
  }
  return heard;
}

/** Number words and what sounds like them; commas may stand between them. */
function readDigits(tokens: readonly Token[], at: number): { next: number } | undefined {
  let next = at;
  for (let end = at; end < tokens.length; end += 1) {
    const token = tokens[end] as Token;
    if (isNumberWord(token) || heardAs.has(token.word)) next = end + 1;
    else if (token.text !== ",") break;
  }
  return next > at && tokens[at]?.text !== "," ? { next } : undefined;
}

/** "at for fifteen", "ate thirty", "won o'clock": an hour in front of its minutes; "ten twenty's fine": one that is something. */
export function hearHours(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    const plain = { ...token, word: token.word.replace(/'s$/, "") };
    if (token.kind === "word" && isNumberWord(plain)) return plain;
    const before = tokens[at - 1];
    const isHour = token.word === "ate" ? before?.kind !== "word" || before.word === "at" : before?.word === "at";
    if (heardAs.has(token.word) && /^o'?clock$/.test(tokens[at + 1]?.word ?? "")) return asNumber(token);
    const minutes = heardAs.has(token.word) && isHour ? readSmall(tokens, at + 1) : undefined;
    return minutes && minutes.value >= 10 && minutes.value < 60 ? asNumber(token) : token;
  });
}

/** Whether an answer begins with a word that may be the first digit of the number behind it: "for eleven Dorset Road". */
export function opensWithHomophone(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex(
    ({ kind, word }) => kind !== "mark" && !/^(?:uh|um|it's|that's|yeah|yes|okay)$/.test(word),
  );
  const [token, next] = tokens.slice(first, first + 2);
  return token !== undefined && heardAs.has(token.word) && next?.kind === "word" && isNumberWord(next);
}

/** The digits of "fifteen, one five" and "three two, one three two". */
export function saidTwice({ pieces }: { pieces: readonly RunPiece[] }): string | undefined {
  const start = pieces.findLastIndex(({ parted }) => parted);
  const [before, last] = [pieces.slice(0, start), digitsOf(pieces.slice(start))];
  const isTwice = start > 0 && last.endsWith(digitsOf(before));
  return isTwice && (last.length > digitsOf(before).length || pieces.length > 2 * start) ? last : undefined;
}

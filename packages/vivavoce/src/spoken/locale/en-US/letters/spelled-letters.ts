import { phraseAt, phrasesFor, readAll, skipWords, type TokenSpan, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { repeats } from "../numbers/digit-group.ts";

/** Letters said one by one, and the tokens that say them. */
interface Letters {
  letters: string;
  next: number;
}

const betweenLetters = wordSet("- – — , . … and then uh um capital hyphen dash apostrophe space");
const mostBetween = 3;
/** Nobody spells more in one row. Without an end, a text of letters alone would be read anew from each of them on. */
const mostLetters = 100;
/** A radio word is a letter only among others: "Mike" and "Victor" are names too. */
const fewestRadioWords = 3;

/** Every stretch of at least two spelled letters: "S-M-I-T-H", "B as in boy, R, A", "J, O, double N". */
export function findSpelled(tokens: readonly Token[]): (Letters & TokenSpan)[] {
  return readAll(tokens, (at) => readSpelled(tokens, at));
}

/** The spelled letters that begin at a place. */
export function readSpelled(tokens: readonly Token[], at: number): Letters | undefined {
  const spelled = readRow(tokens, at, readLetter);
  // "I, a" are words of a sentence, not the beginning of a name.
  if (spelled.explained || (spelled.letters.length > 1 && !/^[ai]{2}$/.test(spelled.letters))) return spelled;
  const radio = readRow(tokens, at, readRadio);
  return radio.letters.length >= fewestRadioWords ? radio : undefined;
}

/** Letters one behind the other, whatever pauses stand between them. */
function readRow(tokens: readonly Token[], at: number, read: typeof readLetter | typeof readRadio) {
  let row = { letters: "", next: at, explained: false };
  for (;;) {
    const letter = read(
      tokens,
      row.letters === "" ? row.next : skipWords(tokens, row.next, betweenLetters, mostBetween),
    );
    if (!letter || row.letters.length >= mostLetters) return row;
    row = { ...letter, letters: row.letters + letter.letters, explained: row.explained || letter.explained };
  }
}

/** "L", "double L", "B as in boy", "B for boy". */
export function readLetter(tokens: readonly Token[], at: number) {
  const times = repeats.get(tokens[at]?.word ?? "") ?? 1;
  const letterAt = times > 1 ? at + 1 : at;
  const letter = tokens[letterAt];
  if (letter?.kind !== "word" || !/^[a-z]$/.test(letter.word)) return undefined;
  const example = exampleAfter(tokens, letterAt + 1);
  return {
    letters: letter.word.repeat(times),
    next: example ?? letterAt + 1,
    explained: example !== undefined || times > 1,
  };
}

const articles = wordSet("in the a an");
const exampleLeads = phrasesFor([["example", "as in, like, for"]]);

/** The token after "as in boy", "like a boy", "for boy". */
export function exampleAfter(tokens: readonly Token[], at: number): number | undefined {
  const lead = phraseAt(tokens, tokens[at]?.text === "," ? at + 1 : at, exampleLeads);
  const from = skipWords(tokens, lead?.next ?? tokens.length, articles, 2);
  const named = tokens[from];
  return lead && named?.kind === "word" && named.word.length > 1 ? from + 1 : undefined;
}

function readRadio(tokens: readonly Token[], at: number) {
  const letters = radioAlphabet.get(tokens[at]?.word ?? "");
  return letters === undefined ? undefined : { letters, next: at + 1, explained: false };
}

/** Whether a text spells something: letters one by one, or "with a K". */
export function spells(text: string): boolean {
  const tokens = tokensOf(text);
  return findSpelled(tokens).length > 0 || tokens.some((_, at) => readHint(tokens, at) !== undefined);
}

/** The words of the radio alphabet, and what each stands for. */
export const radioAlphabet: ReadonlyMap<string, string> = new Map(
  "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu"
    .split(" ")
    .map((word) => [word, word.charAt(0)]),
);

/** A remark on how a word is written: "with a K", "with two L's", "with no E". */
interface LetterHint {
  /** The token after it. */
  next: number;
  /** The letters as they are written; none for "with no E". */
  letters: string;
  /** Whether a name is written like that. Two letters count only side by side, as people mean them. */
  fits(name: string): boolean;
}

/** Whether a remark such as "with a K" may begin at a place: the letter is not looked at. */
export function opensHint(tokens: readonly Token[], at: number): boolean {
  // "Jon, no H"
  if (tokens[at]?.word === "no" && tokens[at - 1]?.kind === "mark") {
    return /^[b-hj-z]$/.test(tokens[at + 1]?.word ?? "") && tokens[at + 2]?.kind !== "word";
  }
  return tokens[at]?.word === "with" && /^(?:an?|one|two|no|double)$/.test(tokens[at + 1]?.word ?? "");
}

/** Reads a remark on a letter at a place. */
export function readHint(tokens: readonly Token[], at: number): LetterHint | undefined {
  if (!opensHint(tokens, at)) return undefined;
  const from = tokens[at]?.word === "no" ? at - 1 : at;
  const count = tokens[from + 1]?.word ?? "";
  const said = tokens[from + 2]?.word ?? "";
  const isTwice = count === "two" || count === "double";
  // "two Ls", "two L's"
  const letters = isTwice ? said.replace(/(?<=.)'?s$/, "") : said;
  if (!/^[a-z]{1,2}$/.test(letters)) return undefined;
  const fits = (name: string) => {
    if (count === "no") return !name.includes(letters);
    if (isTwice) return name.includes(letters.repeat(2));
    return name
      .split(" ")
      .some((word) => word.includes(letters) && !(count === "one" && word.includes(letters.repeat(2))));
  };
  return { next: from + 3, letters: isTwice ? letters.repeat(2) : count === "no" ? "" : letters, fits };
}

/** Letters in a row that people say and that spell no name. */
const acronyms = wordSet("ac hvac tv pm am ok usa asap faq zip po");

/** Spelled letters that the value does not hold, and "with a K" where it is not written like that. */
export function lettersOf(tokens: readonly Token[], values: readonly string[]): TokenSpan[] {
  const words = values.map((value) => value.replace(/[^a-z]/g, ""));
  const spelled = findSpelled(tokens).filter(
    ({ at, letters }) =>
      tokens[at - 1]?.word !== "with" &&
      !isNegated(tokens, at) &&
      !acronyms.has(letters) &&
      !words.some((word) => word.includes(letters)),
  );
  const hints = [...tokens.keys()].flatMap((at) => {
    const hint = readHint(tokens, at);
    return hint && !values.some(hint.fits) ? [{ at, next: hint.next }] : [];
  });
  return [...spelled, ...hints];
}

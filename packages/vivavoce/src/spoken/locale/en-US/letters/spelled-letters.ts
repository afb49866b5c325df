import { type Token, tokensOf } from "../../../text/tokens.ts";
import { repeats } from "../numbers/digit-group.ts";

/** Letters said one by one, and the tokens that say them. */
interface SpelledRun {
  letters: string;
  at: number;
  next: number;
}

const betweenLetters = new Set([..."-–—,.…", "and", "then", "uh", "um", "capital", "hyphen", "dash"]);
const mostBetween = 3;
/** A radio word is a letter only among others: "Mike" and "Victor" are names too. */
const fewestRadioWords = 3;

/** Every stretch of at least two spelled letters: "S-M-I-T-H", "B as in boy, R, A", "J, O, double N". */
export function findSpelled(tokens: readonly Token[]): SpelledRun[] {
  const runs: SpelledRun[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run = readSpelled(tokens, at);
    if (!run) continue;
    runs.push(run);
    at = run.next - 1;
  }
  return runs;
}

/** The spelled letters that begin at a place. */
export function readSpelled(tokens: readonly Token[], at: number): SpelledRun | undefined {
  return readLetters(tokens, at) ?? readRadio(tokens, at);
}

function readLetters(tokens: readonly Token[], at: number): SpelledRun | undefined {
  let letters = "";
  let next = at;
  let explained = false;
  for (;;) {
    const from = letters === "" ? next : skipBetween(tokens, next);
    const letter = readLetter(tokens, from);
    if (!letter) break;
    letters += letter.letters;
    next = letter.next;
    explained ||= letter.explained;
  }
  // "I, a" are words of a sentence, not the beginning of a name.
  const enough = explained || (letters.length > 1 && !/^[ai]{2}$/.test(letters));
  return enough ? { letters, at, next } : undefined;
}

/** "L", "double L", "B as in boy", "B for boy". */
function readLetter(tokens: readonly Token[], at: number) {
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

/** The token after "as in boy", "like boy", "for boy". */
function exampleAfter(tokens: readonly Token[], at: number): number | undefined {
  const from = tokens[at]?.text === "," ? at + 1 : at;
  const word = tokens[from]?.word;
  const example =
    word === "as" && tokens[from + 1]?.word === "in" ? from + 2 : word === "like" || word === "for" ? from + 1 : -1;
  const named = tokens[example];
  return named?.kind === "word" && named.word.length > 1 ? example + 1 : undefined;
}

function readRadio(tokens: readonly Token[], at: number): SpelledRun | undefined {
  let letters = "";
  let next = at;
  for (;;) {
    const from = letters === "" ? next : skipBetween(tokens, next);
    const letter = radioAlphabet.get(tokens[from]?.word ?? "");
    if (letter === undefined) break;
    letters += letter;
    next = from + 1;
  }
  return letters.length >= fewestRadioWords ? { letters, at, next } : undefined;
}

function skipBetween(tokens: readonly Token[], at: number): number {
  let next = at;
  while (next < at + mostBetween && betweenLetters.has(tokens[next]?.word ?? "")) next += 1;
  return next;
}

/** Whether a text spells something: letters one by one, or "with a K". */
export function spells(text: string): boolean {
  const tokens = tokensOf(text);
  return findSpelled(tokens).length > 0 || tokens.some((_, at) => readHint(tokens, at) !== undefined);
}

/**
 * The word that a text spells, in small letters; undefined if it does not only spell.
 *
 * @example spelledLetters("B as in boy, R, A") // "bra"
 */
export function spelledLetters(text: string): string | undefined {
  const tokens = tokensOf(text).filter(({ kind, word }) => kind !== "mark" || betweenLetters.has(word));
  const first = tokens[0];
  if (!first) return undefined;
  // A word that is already put together is its own spelling.
  if (tokens.length === 1 && first.kind === "word") return first.word.replace(/[^a-z]/g, "") || undefined;
  const run = readSpelled(
    tokens,
    tokens.findIndex(({ word }) => !betweenLetters.has(word)),
  );
  return run && tokens.slice(run.next).every(({ word }) => betweenLetters.has(word)) ? run.letters : undefined;
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
  letters: string;
  /** Whether a word is written like that. Two letters count only side by side, as people mean them. */
  fits(word: string): boolean;
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
  const fits = (word: string) => {
    if (isTwice) return word.includes(letters.repeat(2));
    if (count === "no") return !word.includes(letters);
    return word.includes(letters) && !(count === "one" && word.includes(letters.repeat(2)));
  };
  return { next: from + 3, letters: isTwice ? letters.repeat(2) : letters, fits };
}

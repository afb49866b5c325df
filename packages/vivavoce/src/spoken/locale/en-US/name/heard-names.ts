import type { FoundValue } from "../../../slots/slot.ts";
import { readAll, sliceOf, type TokenSpan, wordSet } from "../../../text/reading.ts";
import { foldWord, soundsAlike, type Token, tokensOf, wordsAt } from "../../../text/tokens.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { isNameWord } from "./given-names.ts";
import { normaliseName } from "./name.ts";
import { titles } from "./stop-words.ts";

const leads =
  "is this;name is;name as;under the name;you down as;you as;speaking with;thanks ,;thanks;thank you ,;thank you;hi;hello;nice to meet you ,"
    .split(";")
    .map((phrase) => phrase.split(" "));
/** Letters in a row that an agent says and that spell no name. */
const acronyms = wordSet("hvac zip usa asap faq");

/**
 * Where an agent says the caller's name: the known words, words similar enough to be misheard, spelled words, and words
 * in the place of a name.
 */
export function findHeardNames(text: string, known: string | undefined): FoundValue[] {
  const tokens = tokensOf(text);
  const words = known === undefined ? [] : foldWord(known).split(" ");
  const found = readAll(tokens, (at) => {
    const next = readKnown(tokens, at, words) ?? readLed(tokens, at, words.length);
    return next === undefined ? undefined : { next };
  });
  return [...found, ...spelledNames(text, tokens, words)]
    .map((span) => foundOf(text, tokens, span))
    .filter(({ value }) => value !== "");
}

function foundOf(text: string, tokens: readonly Token[], span: TokenSpan): FoundValue {
  const said = sliceOf(text, tokens, span).replace(/['’]s$/, "");
  const start = tokens[span.at]?.start ?? 0;
  return { text: said, value: normaliseName(said) ?? "", start, end: start + said.length };
}

/** The known name from one of its words on, each as it is known, or misheard and written with a capital. */
function readKnown(tokens: readonly Token[], at: number, words: readonly string[]): number | undefined {
  const place = words.findIndex((word) => matches(tokens, at, word));
  return place === -1 ? undefined : endOfName(tokens, at, words.length - place);
}

/** The token after a name of at most so many words. */
function endOfName(tokens: readonly Token[], at: number, most: number): number {
  const rest = tokens.slice(at + 1, at + most);
  const end = rest.findIndex((token) => !isNameWord(token, true));
  return at + 1 + (end === -1 ? rest.length : end);
}

function matches(tokens: readonly Token[], at: number, word: string): boolean {
  const token = tokens[at];
  if (token?.kind !== "word") return false;
  const said = token.word.replace(/'s$/, "").replace(/'/g, "");
  if (said === word) return word.length > 1;
  return isNameWord(token, true) && !startsSentence(tokens, at) && soundsAlike(said, word);
}

function startsSentence(tokens: readonly Token[], at: number): boolean {
  return at === 0 || /^[.?!…]$/.test(tokens[at - 1]?.text ?? "");
}

/** A name where a name is said: "thanks, Marie." */
function readLed(tokens: readonly Token[], at: number, most: number): number | undefined {
  const lead = leads.find((words) => wordsAt(tokens, at - words.length, words));
  if (!lead || !isNameWord(tokens[at], true)) return undefined;
  // "Mr. Alvarez"
  const title = titles.has(tokens[at]?.word ?? "") ? (tokens[at + 1]?.text === "." ? 2 : 1) : 0;
  const next = endOfName(tokens, at + title, Math.max(most, 1));
  const after = tokens[next];
  return after === undefined || after.kind === "mark" || after.word === "and" ? next : undefined;
}

function spelledNames(text: string, tokens: readonly Token[], words: readonly string[]): TokenSpan[] {
  const said = /\bspell/i.test(text);
  return findSpelled(tokens)
    .filter(({ letters }) => letters.length > 2 && !acronyms.has(letters))
    .filter(({ letters }) => said || words.some((word) => word === letters || soundsAlike(word, letters)));
}

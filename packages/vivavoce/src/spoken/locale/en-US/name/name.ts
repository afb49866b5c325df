import type { SlotComparison } from "../../../slots/slot.ts";
import { editDistance, type Token, tokensOf } from "../../../text/tokens.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { titles } from "./stop-words.ts";

/** Words around a spelling that are not part of the name. */
const aroundSpelling = new Set("spelled spelt spelling thats that is its with as in and".split(" "));
/** A spelling belongs to one of the words just before it, and no name is longer than this. */
const nearestWords = 4;
const longestName = 40;

/**
 * A name in one comparable form: small letters, no accents, no titles; where it is also spelled, the spelling counts.
 *
 * @example normaliseName("Mr. Jon Smyth, S-M-Y-T-H") // "jon smyth"
 */
export function normaliseName(text: string): string | undefined {
  let name = text;
  for (;;) {
    const words = wordsOfName(name).join(" ");
    // Letters may become neighbours once the words between them are removed.
    // "O Hara" and "Mc Cloud" are also written as one.
    if (words === name) return name.replace(/\b(o|mc) (?=[a-z]{3})/g, "$1") || undefined;
    name = words;
  }
}

function wordsOfName(text: string): string[] {
  const tokens = tokensOf(text).filter(
    ({ kind, word }) => kind === "word" && !titles.has(word) && !/^(?:the|hyphen|dash|apostrophe)$/.test(word),
  );
  const spelled = findSpelled(tokens);
  const words: string[] = [];
  let next = 0;
  for (const { at, next: after, letters } of spelled) {
    words.push(...plainWords(tokens.slice(next, at)).filter((word) => !aroundSpelling.has(word)));
    putSpelling(words, letters);
    next = after;
  }
  const rest = plainWords(tokens.slice(next));
  words.push(...(spelled.length > 0 ? rest.filter((word) => !aroundSpelling.has(word)) : rest));
  return words;
}

function plainWords(tokens: readonly Token[]): string[] {
  return tokens
    .map((token) =>
      withUmlauts(token)
        .replace(/'s$|^'|'$/g, "")
        .replace(/'/g, ""),
    )
    .map((word) => ({ junior: "jr", senior: "sr", second: "ii", third: "iii", fourth: "iv", fifth: "v" })[word] ?? word)
    .filter((word) => word !== "");
}

/** Umlauts stay, because they are also written as two letters: "Müller" is Muller or Mueller. */
function withUmlauts({ text, word }: Token): string {
  const letters = [...text.normalize("NFC").toLowerCase()];
  return letters.length === word.length
    ? letters.map((one, at) => (/[äöü]/.test(one) ? one : word[at])).join("")
    : word;
}

function writtenForms(word: string): string[] {
  const plain: Record<string, string> = { ä: "a", ö: "o", ü: "u" };
  const put = (more: string) => word.replace(/[äöü]/g, (letter) => `${plain[letter]}${more}`);
  return [put(""), put("e")];
}

/** Puts a spelled word in the place of the one it spells: the nearest, if any is near. */
export function putSpelling(words: string[], letters: string): void {
  // "Fane, F as in Frank" says how the name is written, not all of it.
  if (letters.length === 1 && words.some((word) => word.includes(letters))) return;
  const both = spellingOfBoth(words.slice(-2), letters);
  if (both) {
    words.splice(-2, 2, ...both);
    return;
  }
  const from = Math.max(0, words.length - nearestWords);
  const [nearest] = words
    .slice(from)
    .map((word, index) => ({ index: from + index, distance: distanceOf(word, letters) }))
    .filter(({ distance }) => distance <= letters.length / 2)
    .sort((one, other) => one.distance - other.distance);
  const [only] = words.length === 1 ? words : [];
  if (nearest) words[nearest.index] = letters;
  else if (only?.charAt(0) === letters.charAt(0)) words[0] = letters;
  else words.push(letters);
}

/** "Priya Raman, P-R-I-Y-A, R-A-M-A-N": letters that spell the first and the last name, each of them. */
function spellingOfBoth([first, last]: readonly string[], letters: string): [string, string] | undefined {
  if (first === undefined || last === undefined) return undefined;
  const [best] = [...letters]
    .map((_, at): [string, string] => [letters.slice(0, at), letters.slice(at)])
    .map((parts) => ({ parts, distance: distanceOf(first, parts[0]) + distanceOf(last, parts[1]) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= letters.length / 4 ? best.parts : undefined;
}

function distanceOf(word: string, letters: string): number {
  const tooLong = word.length > longestName || letters.length > longestName;
  return tooLong ? Number.POSITIVE_INFINITY : editDistance(word, letters);
}

/**
 * Whether two names in their comparable form are the same. A first or last name alone leaves the rest open; "jon" and
 * "john" differ.
 */
export function compareNames(one: string, other: string): SlotComparison {
  const [first, second] = [one.split(" "), other.split(" ")];
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const known = new Set(long.flatMap(writtenForms));
  return short.every((word) => writtenForms(word).some((form) => known.has(form))) ? "same" : "different";
}

import type { SlotComparison } from "../../../slots/slot.ts";
import { editDistance, sentencesOf, startsUpper, type Token, tokensOf, usesCapitals } from "../../../text/tokens.ts";
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

/** "Todd Barker's name" is not that of the caller, and "mark me down" has none. */
function saidWords(text: string): Token[] {
  const tokens = tokensOf(text);
  const strict = usesCapitals(tokens);
  return tokens.filter(
    (token) => !/'s?$/.test(token.word) && (!strict || startsUpper(token) || particles.has(token.word)),
  );
}

const particles = new Set("van von der den de del la le da di dos du el al bin".split(" "));
const underName =
  /\b(?:under|out to|in the name of|behalf of|(?:under|in) my \w+'s name,?) (\p{Lu}[\p{L}'’]*(?: \p{Lu}[\p{L}'’]*)*)/gu;

/** A last name that was booked with a first one, and that the caller did not say with it: it may be somebody else's. */
export function addedToName(given: string, booked: string, said: string): string | undefined {
  const words = booked.split(" ");
  // "I'm Tracy, put it under Everett Sloan"
  const [, under] = [...said.matchAll(underName)].at(-1) ?? [];
  const name = under === undefined ? undefined : normaliseName(under);
  if (name !== undefined && compareNames(name, booked) === "different" && compareNames(given, booked) === "same")
    return `“${booked}” is not the name after “under”`;
  // "Grant is my first name, last name Taylor" is not Taylor Grant.
  const isFlipped = given !== booked && given === words.toReversed().join(" ");
  if (isFlipped && /\b(?:first|last|sur|given) ?name\b/i.test(said))
    return `“${booked}” is “${given}” the other way round`;
  // "Kris with a K, Boyle", "van der Berg, Anneke": the words of it, beside one another.
  const sentences = sentencesOf(said).map(({ text }) =>
    plainWords(saidWords(text)).filter((word) => /..(?<!^with)/.test(word)),
  );
  const orders = words.map((_, at) => ` ${[...words.slice(at), ...words.slice(0, at)].join(" ")} `);
  const isAdded = !sentences.some((known) => orders.some((order) => ` ${known.join(" ")} `.includes(order)));
  return isAdded && words.length > given.split(" ").length && compareNames(given, booked) === "same"
    ? `“${booked}” is more than “${given}”`
    : undefined;
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

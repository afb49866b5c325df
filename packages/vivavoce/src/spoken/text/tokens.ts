/** A word, a run of digits or a single mark of a text, with its place in it. */
export interface Token {
  kind: "word" | "digits" | "mark";
  /** As it is written. */
  text: string;
  /** As it is compared: lower case, without accents, apostrophes straight. */
  word: string;
  start: number;
  end: number;
  /** Whether white space stands before it. */
  gap: boolean;
}

const pieces = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\d+|[^\s\p{L}\p{M}\d]/gu;

/** The tokens of a text, in one pass. */
export function tokensOf(text: string): Token[] {
  let last = 0;
  return Array.from(text.matchAll(pieces), ({ 0: piece, index }) => {
    const token: Token = {
      kind: kindOf(piece),
      text: piece,
      word: foldWord(piece),
      start: index,
      end: index + piece.length,
      gap: index > last,
    };
    last = token.end;
    return token;
  });
}

function kindOf(piece: string): Token["kind"] {
  const first = piece.charCodeAt(0);
  if (first >= 48 && first <= 57) return "digits";
  if (first < 128) return (first >= 65 && first <= 90) || (first >= 97 && first <= 122) ? "word" : "mark";
  return /^[\p{L}\p{M}]/u.test(piece) ? "word" : "mark";
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const plain = /^[\u0000-\u007f]*$/;

/** Letters that are not accented ones, as people without them on their keyboard write them. */
const plainLetters: ReadonlyMap<string, string> = new Map(
  "ß ss,æ ae,œ oe,ø o,ł l,đ d,ð d".split(",").map((pair) => pair.split(" ") as [string, string]),
);

/** Lower case, without accents, apostrophes straight: "José’s" → "jose's", "Groß" → "gross". */
export function foldWord(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/’/g, "'")
    .toLowerCase()
    .replace(/[ßæœøłđð]/g, (letter) => plainLetters.get(letter) ?? letter);
}

/** Whether these words stand one after the other from a place on. */
export function wordsAt(tokens: readonly Token[], at: number, words: readonly string[]): boolean {
  return words.every((word, index) => tokens[at + index]?.word === word);
}

export function startsUpper(token: Token | undefined): boolean {
  return /^\p{Lu}/u.test(token?.text ?? "");
}

/**
 * Whether a text writes names with capitals. A transcript of speech may have capitals only at the beginning of sentences,
 * where they say nothing.
 */
export function usesCapitals(tokens: readonly Token[]): boolean {
  return tokens.some((token, index) => {
    const begins = index === 0 || /^[.?!…]$/.test(tokens[index - 1]?.text ?? "");
    return !begins && startsUpper(token) && /\p{Ll}/u.test(token.text) && !/^i'/.test(token.word);
  });
}

/** Stands for what was taken out: not a letter, a digit or white space, nor a sign that a reader looks for. */
const gap = "\uFFFC";

/** A text without some of its parts, such as values that were read. It keeps its length, so that places stay the same. */
export function without(text: string, parts: readonly { start: number; end: number }[]): string {
  const kept: string[] = [];
  let from = 0;
  for (const { start, end } of parts.toSorted((one, other) => one.start - other.start)) {
    if (end <= from) continue;
    kept.push(text.slice(from, start), gap.repeat(end - Math.max(start, from)));
    from = end;
  }
  return kept.join("") + text.slice(from);
}

/** Words that end in a full stop without ending a sentence. */
const abbreviations = new Set(
  "mr mrs ms dr prof st ave av blvd rd ln ct pl hwy apt ste no a p e g i s n w ne nw se sw jr sr".split(" "),
);

/** A sentence and its place. */
export interface Sentence {
  /** With its end mark. */
  text: string;
  /** Where it begins in the whole text. */
  start: number;
}

/** The sentences of a text with their end marks and places; a line break ends one too, "S. Lamar" does not. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/[.?!…]+["'”’)]*(?=\s|$)|\n+/g)) {
    if (mark === "." && isAbbreviation(text, index)) continue;
    const end = index + mark.length;
    sentences.push({ text: text.slice(from, end), start: from });
    from = end;
  }
  sentences.push({ text: text.slice(from), start: from });
  return sentences.filter((sentence) => sentence.text.trim() !== "");
}

function isAbbreviation(text: string, stop: number): boolean {
  const word = wordBefore(text, stop);
  // "9 a.m. tomorrow" goes on, "9 a.m. Right?" does not.
  if (word === "m") return /^\s+[\p{Ll}\d]/u.test(text.slice(stop + 1, stop + 9));
  return abbreviations.has(word) && stop + 1 < text.length;
}

/** The letters before a place, no more than an abbreviation has. */
function wordBefore(text: string, index: number): string {
  return /(?:^|[^\p{L}])(\p{L}{1,4})$/u.exec(text.slice(Math.max(0, index - 5), index))?.[1]?.toLowerCase() ?? "";
}

/** How many letters must be added, removed or changed to turn one short word into another. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Whether two words are similar enough that one may be misheard as the other: "sara" and "sarah", not "bob" and "rob". */
export function soundsAlike(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  if (longest > 30 || Math.min(one.length, other.length) < 2) return false;
  return editDistance(one, other) <= (longest <= 3 ? 0 : longest <= 6 ? 1 : 2);
}

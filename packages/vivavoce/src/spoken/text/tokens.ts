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

export function startsUpper({ text }: Token): boolean {
  return /^\p{Lu}/u.test(text);
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

/** The part of a text from one token up to, and without, another. */
export function sliceOf(text: string, tokens: readonly Token[], from: number, to: number): string {
  const first = tokens[from];
  const last = tokens[to - 1];
  return first && last && to > from ? text.slice(first.start, last.end) : "";
}

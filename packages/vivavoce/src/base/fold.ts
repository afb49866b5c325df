import { segments } from "./safe-text.ts";

const marks =
  /[\u0022\u0027\u0060\u00ab\u00b4\u00bb\u2018-\u201f\u2032\u2033\u2039\u203a\u275b-\u275e\u300c-\u300f\uff02\uff07]+/gu;
const dashes = /[\u002d\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]+/gu;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const blanks = /[\s\u0085]+/gu;

/** A text in the form in which quotes are compared: NFC, lower case, one form of quotation marks, dashes, blanks, ellipses. */
export function fold(text: string): string {
  return text
    .normalize("NFC")
    .replace(invisible, "")
    .replace(marks, "'")
    .replace(dashes, "-")
    .replace(/\.{3,}|(?:\. ){2,}\./g, "…")
    .replace(/[[(]\s*…\s*[\])]/g, "…")
    .replace(blanks, " ")
    .toLowerCase()
    .normalize("NFC")
    .trim();
}

/** Marks around words that have no meaning there; a minus before a number has one. */
const leadingMarks = /^(?:[ '….,;:!?()[\]{}*_<>#]|-(?!\d))+/;
const trailingMarks = /[ '….,;:!?()[\]{}*_<>#-]+$/;

/** A folded text without the punctuation around it. */
export function withoutOuterMarks(folded: string): string {
  return folded.replace(leadingMarks, "").replace(trailingMarks, "");
}

/** Digits, and letters of scripts that put blanks between words: two of them in a row belong to one word. */
const inWord = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}]{2}$/u;

/** Whether a place in a text is inside a word or a number: "happy" is not a word of "unhappy", and 40 not a number of 1.40. */
export function isInsideWord(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 2), at + 2);
  const next = around.slice(Math.min(2, at));
  const before = around.slice(0, Math.min(2, at));
  if (inWord.test(`${before.slice(-1)}${next.slice(0, 1)}`)) return true;
  return /\d[.,]$/.test(before) ? /^\d/.test(next) : /\d$/.test(before) && /^[.,]\d/.test(next);
}

/** Whether a text has at least so many words, in any language that Intl knows. */
export function hasWords(text: string, fewest: number): boolean {
  let count = 0;
  for (const { isWordLike } of segments(text, "word")) if (isWordLike && ++count === fewest) return true;
  return false;
}

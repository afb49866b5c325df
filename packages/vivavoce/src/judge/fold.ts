const marks =
  /[\u0022\u0027\u0060\u00ab\u00b4\u00bb\u2018-\u201f\u2032\u2033\u2039\u203a\u275b-\u275e\u300c-\u300f\uff02\uff07]+/gu;
const dashes = /[\u002d\u2010-\u2015\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]+/gu;
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const blanks = /[\s\u0085]+/gu;

/** A text as quotes are compared: NFC, and one form for all quotation marks, dashes, white space and ellipses. */
export function fold(text: string): string {
  return text
    .normalize("NFC")
    .replace(invisible, "")
    .replace(marks, "'")
    .replace(dashes, "-")
    .replace(/\.{3,}|(?:\. ){2,}\./g, "…")
    .replace(/[[(]\s*…\s*[\])]/g, "…")
    .replace(blanks, " ")
    .trim();
}

/** A folded text without the quotation marks and ellipses around it. */
export function withoutOuterMarks(folded: string): string {
  return folded.replace(/^['… ]+/, "").replace(/['… ]+$/, "");
}

const words = new Intl.Segmenter("en", { granularity: "word" });

/** How many words a text has, in any language that Intl knows. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return count;
}

import type { Token } from "../text/tokens.ts";

/** A remark on how a word is written: "with a K", "with two L's", "with no E". */
interface LetterHint {
  /** The token after it. */
  next: number;
  /** Whether a word is written like that. Two letters count only side by side, as people mean them. */
  fits(word: string): boolean;
}

/** Whether a remark such as "with a K" may begin at a place: the letter is not looked at. */
export function opensHint(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.word === "with" && /^(?:an?|one|two|no|double)$/.test(tokens[at + 1]?.word ?? "");
}

/** Reads a remark on a letter at a place. */
export function readHint(tokens: readonly Token[], at: number): LetterHint | undefined {
  if (!opensHint(tokens, at)) return undefined;
  const count = tokens[at + 1]?.word ?? "";
  const said = tokens[at + 2]?.word ?? "";
  const isTwice = count === "two" || count === "double";
  // "two Ls", "two L's"
  const letters = isTwice ? said.replace(/(?<=.)'?s$/, "") : said;
  if (!/^[a-z]{1,2}$/.test(letters)) return undefined;
  const fits = (word: string) => {
    if (isTwice) return word.includes(letters.repeat(2));
    if (count === "no") return !word.includes(letters);
    return word.includes(letters) && !(count === "one" && word.includes(letters.repeat(2)));
  };
  return { next: at + 3, fits };
}

import type { Token } from "../../../text/tokens.ts";

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

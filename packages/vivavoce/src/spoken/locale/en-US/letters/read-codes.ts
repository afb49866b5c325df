import type { FoundValue } from "../../../slots/slot.ts";
import { foundAt, readAll, skipWords, wordSet } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { readGroup } from "../numbers/digit-group.ts";
import { radioAlphabet, readLetter } from "./spelled-letters.ts";

const between = wordSet("- – — , . / dash hyphen space slash uh um then and");
const mostBetween = 2;
const fewestPieces = 2;
const longestCode = 40;

/** Every row of letters and digits that a text says or writes: "A B one two dash nine" is AB129. */
export function codesIn(text: string): FoundValue[] {
  const tokens = tokensOf(text);
  return readAll(tokens, (at) => readCode(tokens, at))
    .filter(({ code }) => code.length <= longestCode)
    .map(({ code, ...span }) => foundAt(text, tokens, span, code));
}

function readCode(tokens: readonly Token[], at: number): { code: string; next: number } | undefined {
  let code = "";
  let next = at;
  for (let pieces = 0; ; pieces += 1) {
    const piece = readPiece(tokens, code === "" ? next : skipWords(tokens, next, between, mostBetween));
    if (!piece) {
      // "a" or "I" alone is a word; figures in one piece are a number that may be a code.
      return pieces >= fewestPieces || /\d{2}/.test(code) ? { code, next } : undefined;
    }
    code += piece.code;
    next = piece.next;
  }
}

/** "B", "double B", "B as in boy", "bravo", "oh seven", "SW" in front of a figure. */
function readPiece(tokens: readonly Token[], at: number): { code: string; next: number } | undefined {
  const token = tokens[at];
  const group = readGroup(tokens, at);
  if (group) return { code: group.digits, next: group.next };
  const letter = readLetter(tokens, at);
  if (letter) return { code: letter.letters.toUpperCase(), next: letter.next };
  const radio = radioAlphabet.get(token?.word ?? "");
  if (radio !== undefined) return { code: radio.toUpperCase(), next: at + 1 };
  return token && /^[A-Z]{2,4}$/.test(token.text) ? { code: token.text, next: at + 1 } : undefined;
}

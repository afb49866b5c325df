import type { Token } from "../../../text/tokens.ts";
import { readSmall } from "./digit-group.ts";
import { teens, tens, units, zeros } from "./number-words.ts";

/** Words that a transcript of speech may have instead of a number. */
const heardAs: ReadonlyMap<string, string> = new Map(
  Object.entries({ for: "four", fore: "four", to: "two", too: "two", won: "one", ate: "eight" }),
);
const fewestNumbers = 3;

function isNumberWord({ word, kind, text }: Token): boolean {
  if (kind === "digits") return text.length === 1;
  return units.has(word) || teens.has(word) || tens.has(word) || zeros.has(word);
}

function asNumber(token: Token): Token {
  return { ...token, word: heardAs.get(token.word) ?? token.word };
}

/**
 * An answer with digits said one by one, in which "for", "to", "won" and "ate" among them are digits too: "oh one for
 * two". At either end of the digits they are, unless the sentence goes on there.
 */
export function hearDigits(tokens: readonly Token[]): Token[] {
  const heard = [...tokens];
  for (let at = 0; at < tokens.length; at += 1) {
    const end = endOfDigits(tokens, at);
    const stretch = tokens.slice(at, end);
    if (stretch.filter(isNumberWord).length >= fewestNumbers) {
      const from = tokens[at - 1]?.kind === "word" ? stretch.findIndex(isNumberWord) : 0;
      const to = tokens[end]?.kind === "word" ? stretch.findLastIndex(isNumberWord) : stretch.length - 1;
      for (let index = from; index <= to; index += 1) heard[at + index] = asNumber(stretch[index] as Token);
    }
    at = Math.max(at, end - 1);
  }
  return heard;
}

/** Where number words, and what sounds like them, end; commas may stand between them. */
function endOfDigits(tokens: readonly Token[], at: number): number {
  let next = at;
  for (;;) {
    const token = tokens[next];
    if (!token || !(isNumberWord(token) || heardAs.has(token.word) || (next > at && token.text === ","))) break;
    next += 1;
  }
  while (next > at && tokens[next - 1]?.text === ",") next -= 1;
  return next;
}

/** "at for fifteen", "at ate thirty": an hour in front of its minutes. */
export function hearHours(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    const minutes = heardAs.has(token.word) && tokens[at - 1]?.word === "at" ? readSmall(tokens, at + 1) : undefined;
    return minutes && minutes.value >= 10 && minutes.value < 60 ? asNumber(token) : token;
  });
}

/** Whether an answer begins with a word that may be the first digit of the number behind it: "for eleven Dorset Road". */
export function opensWithHomophone(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex(
    ({ kind, word }) => kind !== "mark" && !/^(?:uh|um|it's|that's|yeah|yes|okay)$/.test(word),
  );
  const [token, next] = tokens.slice(first, first + 2);
  return token !== undefined && heardAs.has(token.word) && next?.kind === "word" && isNumberWord(next);
}

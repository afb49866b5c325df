import { wordsOf } from "../../../text/grammar.ts";
import type { Token } from "../../../text/tokens.ts";

const small = "(?: (?:at|on|to|the|one|for|a|in|from|number|it's|it|as|that))";
const errs =
  "(?:mis)?(?:hears?|heard|writes?|wrote|types?|typed|spells?|spelled|reads?|reading|thinks?|thought|confuses?|assumes?)";
/**
 * Words before what is taken back: "not 4210", "instead of Tuesday", "don't ring one", "it used to be Tran", "everybody
 * hears forty".
 */
const takesBack = new RegExp(
  `\\b(?:(?:not|isn't|wasn't|aren't|never|instead of|rather than)|(?:don't|do not|never) (?:go|come|ring|knock|buzz|use|send|put|bother|try|call|text|mail|write|book|turn|park|pull|drive)(?: (?:me|us|it|them|him|her|anyone|anybody|up|into))?|(?:used to be|formerly|previously|née|mistaken for)|(?:people|everyone|everybody|folks|nobody|no one|they|someone|somebody|gps|computers?|maps?) (?:always |all |usually |often |just |sometimes |also |will |keep |keeps |kept )*${errs})${small}{0,3}$`,
);
const mostWords = 10;

/** Whether the line takes back what is at a place. */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  return takesBack.test(wordsOf(tokens, { at: Math.max(0, at - mostWords), next: Math.max(0, at) }));
}

/** The same for what begins at a character of the line. */
export function isTakenBack(tokens: readonly Token[], start: number): boolean {
  return isNegated(
    tokens,
    tokens.findIndex((token) => token.start === start),
  );
}

import { type Token, wordsAt } from "../../../text/tokens.ts";

/** Whether the line takes back what is at a place: "not 4210", "instead of Tuesday", "it isn't Maria". */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (before > at - 3 && /^(?:at|on|the|one|for|a|in|from)$/.test(tokens[before]?.word ?? "")) before -= 1;
  const word = tokens[before]?.word ?? "";
  if (/^(?:not|isn't|wasn't|aren't|never)$/.test(word)) return true;
  return wordsAt(tokens, before - 1, ["instead", "of"]) || wordsAt(tokens, before - 1, ["rather", "than"]);
}

/** The same for what begins at a character of the line. */
export function isTakenBack(tokens: readonly Token[], start: number): boolean {
  return isNegated(
    tokens,
    tokens.findIndex((token) => token.start === start),
  );
}

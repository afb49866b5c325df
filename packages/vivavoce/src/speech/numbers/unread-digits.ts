import { tokensOf } from "../text/tokens.ts";
import { readRun } from "./digit-run.ts";

const correction = /\b(?:wait|no|nope|sorry|scratch that|actually|i mean|make that|correction|rather)\b/i;

/** Whether digits follow behind a word of correction that no whole number holds: "… oh one two, wait no, oh one three". */
export function leavesDigitsUnread(line: string, end: number): boolean {
  const rest = line.slice(end);
  const word = correction.exec(rest);
  if (!word) return false;
  const tokens = tokensOf(rest.slice(word.index + word[0].length));
  return tokens.some((_, at) => readRun(tokens, at).length > 0);
}

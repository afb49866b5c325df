import type { TokenSpan } from "../../../text/reading.ts";
import { wordSet } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";

/** A line of the caller, and what the agent had said before it. */
export interface HeardLine {
  text: string;
  question: string;
}

/** Words by which people put right what they have said. */
const strong = wordSet("no nope nah sorry wait er erm mean meant scratch hang hold correction oops shoot actually");
const weak = wordSet("but make gosh now instead rather well hmm hm say better ugh");

/** Whether words of correction stand between two places; `sure`: such as say nothing else. */
export function isCorrected(tokens: readonly Token[], { at, next }: TokenSpan, { sure = false } = {}): boolean {
  return tokens.slice(at, next).some(({ word }) => strong.has(word) || (!sure && weak.has(word)));
}

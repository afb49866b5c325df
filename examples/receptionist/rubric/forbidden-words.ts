import type { CodeDecision, RubricReply } from "vivavoce/metrics";
import { holdsWord } from "../reply/words.ts";

const handedOver =
  "none of the listed words is said. Say 1 where something like the listed assistant-speak is said, 3 where something like the listed filler is, and 5 where neither is";

/** Words by their kind: the ones give a machine away, the others fill time. */
export interface ForbiddenWords {
  assistant: readonly string[];
  filler: readonly string[];
}

/**
 * A listed word of an assistant is a 1, a listed filler a 3: whole words and their inflections, which code finds. Where
 * it finds none the judge is asked whether something like them is said: no list holds every such word.
 */
export function decideForbiddenWords({ assistant, filler }: ForbiddenWords) {
  return ({ text }: Pick<RubricReply, "text">): CodeDecision => {
    const spoken = (words: readonly string[]) => words.filter((word) => holdsWord(text, word));
    const worst = spoken(assistant);
    if (worst.length > 0) return { exactly: 1, reason: `assistant-speak: ${worst.join(", ")}` };
    const fillers = spoken(filler);
    return fillers.length > 0
      ? { exactly: 3, reason: `filler: ${fillers.join(", ")}` }
      : { oneOf: [1, 3, 5], reason: handedOver };
  };
}

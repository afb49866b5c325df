import type { CodeDecision, RubricReply } from "vivavoce/metrics";
import { holdsWord } from "../reply/words.ts";

/** Words by their kind: the ones give a machine away, the others fill time. */
export interface ForbiddenWords {
  assistant: readonly string[];
  filler: readonly string[];
}

/** An assistant's word is a 1, a filler a 3, neither a 5. Whole words and their inflections; code alone decides. */
export function decideForbiddenWords({ assistant, filler }: ForbiddenWords) {
  return ({ text }: Pick<RubricReply, "text">): CodeDecision => {
    const spoken = (words: readonly string[]) => words.filter((word) => holdsWord(text, word));
    const worst = spoken(assistant);
    if (worst.length > 0) return { exactly: 1, reason: `assistant-speak: ${worst.join(", ")}` };
    const fillers = spoken(filler);
    return fillers.length > 0
      ? { exactly: 3, reason: `filler: ${fillers.join(", ")}` }
      : { exactly: 5, reason: "clean and direct" };
  };
}

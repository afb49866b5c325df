import type { CodeDecision, RubricReply } from "vivavoce/metrics";
import { sentencesIn } from "../reply/sentences.ts";
import { acknowledgmentIn, acknowledgmentWords } from "./acknowledgment.ts";

/** Three sentences are too many for a phone; a long acknowledgment costs the best mark. */
export function decideBrevity({ text }: Pick<RubricReply, "text">): CodeDecision | undefined {
  const sentences = sentencesIn(text).length;
  if (sentences >= 3) return { atMost: 2, reason: `${sentences} sentences` };
  const words = acknowledgmentWords(text);
  return words > 5
    ? { atMost: 4, reason: `an acknowledgment of ${words} words: “${acknowledgmentIn(text)}”` }
    : undefined;
}

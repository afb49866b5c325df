import { sentencesIn } from "../reply/sentences.ts";
import { acknowledgmentIn, acknowledgmentWords } from "./acknowledgment.ts";
import type { Decision } from "./bounds.ts";

/** Three sentences are too many for a phone; a long acknowledgment costs the best mark. */
export function decideBrevity(reply: string): Decision | undefined {
  const sentences = sentencesIn(reply).length;
  if (sentences >= 3) return { max: 2, reason: `${sentences} sentences` };
  const words = acknowledgmentWords(reply);
  return words > 5
    ? { max: 4, reason: `an acknowledgment of ${words} words: “${acknowledgmentIn(reply)}”` }
    : undefined;
}

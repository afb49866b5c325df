import type { Check } from "../../score.ts";
import { wordsOf } from "../../text/text-similarity.ts";
import { checkPercentiles, type PercentileLimits } from "./percentiles.ts";
import type { SpokenReply } from "./replies.ts";

export function wordCounts(replies: readonly SpokenReply[]): number[] {
  return replies.map(({ text }) => wordsOf(text).length);
}

/** How long replies are, in words. */
export function checkWords(replies: readonly SpokenReply[], limits: PercentileLimits): Check[] {
  const counts = wordCounts(replies);
  return counts.length === 0
    ? []
    : checkPercentiles({ id: "words", label: "words per reply", unit: "words" }, counts, limits);
}

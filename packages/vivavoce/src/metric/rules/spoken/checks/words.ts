import { wordsOf } from "../../../../speech/index.ts";
import { type Check, skippedCheck } from "../../../score.ts";
import { checkPercentiles, hasLimit, type PercentileLimits } from "./percentiles.ts";
import type { SpokenReply } from "./replies.ts";

export function wordCounts(replies: readonly SpokenReply[]): number[] {
  return replies.map(({ text }) => wordsOf(text).length);
}

/** How long replies are, in words. */
export function checkWords(replies: readonly SpokenReply[], limits: PercentileLimits): Check[] {
  const counts = wordCounts(replies);
  const quantity = { id: "words", label: "words per reply" };
  if (counts.length > 0) return checkPercentiles({ ...quantity, unit: "words" }, counts, limits);
  return hasLimit(limits) ? [skippedCheck({ ...quantity, reason: "not measured: no reply has text" })] : [];
}

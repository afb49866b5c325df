import { wordsOf } from "../../../../speech/index.ts";
import { type Check, skippedCheck } from "../../../score.ts";
import type { ReplyText } from "../../text/replies.ts";
import { checkPercentiles, hasLimit, type PercentileLimits } from "./percentiles.ts";

export function wordCounts(replies: readonly ReplyText[]): number[] {
  return replies.map(({ text }) => wordsOf(text).length);
}

/** How long replies are, in words. */
export function checkWords(replies: readonly ReplyText[], limits: PercentileLimits): Check[] {
  const counts = wordCounts(replies);
  const quantity = { id: "words", label: "words per reply" };
  if (counts.length > 0) return checkPercentiles({ ...quantity, unit: "words" }, counts, limits);
  return hasLimit(limits) ? [skippedCheck({ ...quantity, reason: "not measured: no reply has text" })] : [];
}

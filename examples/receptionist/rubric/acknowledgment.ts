import { sentencesIn, wordsIn } from "../reply/sentences.ts";

/** How people show that they have heard something before they go on. */
const opener =
  /^(?:ok(?:ay)?|alright|all right|got it|gotcha|sure|right|yes|yeah|yep|oh|ouch|wow|well|sorry|i'?m (?:so |very |really )?sorry|i(?: completely| totally| fully)? (?:hear|see|get|understand|know|appreciate)|understood|thank(?:s| you)|great|perfect|good|copy|heard|that(?:'s| is| sounds| must)|no (?:problem|worries|trouble)|absolutely|certainly|of course|makes sense|fair enough|bless)\b/i;

/**
 * The acknowledgment that a reply opens with, up to the first comma, dash or full stop; undefined where it goes straight
 * to the point. "Sounds like the cooling is not kicking in" is no acknowledgment but the trade's view of the trouble.
 */
export function acknowledgmentIn(reply: string): string | undefined {
  const first = sentencesIn(reply)[0]?.replace(/[’‘]/g, "'");
  if (first === undefined || !opener.test(first)) return undefined;
  return first.split(/\s*(?:[,;:—–]|\s-\s|[.!?…]+(?=\s|$))\s*/)[0] ?? first;
}

export function acknowledgmentWords(reply: string): number {
  return wordsIn(acknowledgmentIn(reply) ?? "").length;
}

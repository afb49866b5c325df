import { tokensOf, wordsOf } from "../../../../speech/index.ts";

/** How a line answers a question: with a clear yes, a no, or neither. */
export type Answer = "yes" | "no" | "neither";

const openers = new Set("uh um well oh so and ah , . - – — … ! hmm".split(" "));
const firmYes = new Set(
  "yes yeah yep yup yea yah yessir correct exactly absolutely definitely affirmative indeed si sí claro roger mhm mhmm mmhmm".split(
    " ",
  ),
);
const softYes = new Set(
  "ok okay sure right perfect great fine good alright certainly please wonderful awesome".split(" "),
);
const no = new Set("no nope nah wrong incorrect wait negative".split(" "));
const agreement =
  /\b(?:that(?:'s| is) (?:right|correct|it|fine|perfect|good|great|all|everything|the one)|that(?:'d| would) be (?:right|fine|perfect|good|great|lovely)|(?:sounds|looks) (?:good|great|right|fine|perfect)|sounds like a plan|go ahead|go for it|please do|book it|do it|let's do (?:it|that)|works for me|that works|that(?:'ll| will) work|of course|by all means|you (?:got it|bet)|ten[- ]four|for sure|uh-huh|mm[- ]?hmm?|mhm|(?:everything(?:'s| is)|all) (?:right|correct|good|fine)|no (?:problem|worries))\b|^\W*(?:yes,? )?(?:it|that) (?:sure |certainly )?is\W*$/i;
const reservation = /\b(?:but|not|isn't|wrong|actually|wait|except|hold on|instead|incorrect|change)\b/i;

/** Says with a negative word that nothing is wrong. */
const nothingWrong =
  /\b(?:no|nothing) (?:corrections?|changes|to (?:change|correct|add))\b|\b(?:can't|cannot|don't|do not) (?:see|find|hear) (?:why not|anything wrong(?: with (?:it|that))?)\b|\bnothing(?:'s| is)? wrong(?: with (?:it|that))?\b/gi;
/** Takes an agreement back that stands behind it: "I wouldn't say that's right", "don't book it". */
const refusal =
  /\b(?:don't|do not|didn't|did not|wouldn't|would not|won't|can't|cannot|shouldn't|never|hardly|none|neither|no way|isn't|not)\b[^,.;!?]{0,40}?\b(?:right|correct|good|great|fine|perfect|it|that|all|everything|go ahead|works?|book|plan)\b/i;
/** A "no" that answers, and is not a word of "no rush" or "there's no gate". */
const noBehind =
  /[ ,.](?:no|nope|nah)(?=\W*$|\s*[,.;!](?!\s*(?:that's|it's|you|everything)\b)| (?:no|nope|sorry|wait|it's|i)\b)(?!\s*\?)/i;
/** Half a yes, of which people disagree whether it is one. */
const hedge =
  /^\W*(?:(?:well|um|uh|hm+|yeah|yes)\W+)?(?:i (?:guess|suppose|think|believe|reckon)(?: so)?|probably|maybe|perhaps|(?:it |that )?(?:should|might|could) be|more or less|kind of|sort of|if you say so|whatever(?: you say)?)\W*$/i;
/** Words after which a line goes on: the caller was cut off. */
const cutOff = /\b(?:it's|that's|the|an|my|to|at|and|but|because|um|uh)\W*$/i;

/** Whether a line agrees. "Yes, but …" does not, nor does "okay" in front of a question, nor "yes, I mean no". */
export function answerOf(said: string): Answer {
  const plain = said.slice(0, 400).replaceAll("’", "'");
  const line = plain.replace(nothingWrong, "that's right");
  const words = tokensOf(line).filter(({ word }) => !openers.has(word));
  const [first, second] = words.map(({ word }) => word);
  if (first === undefined) return "neither";
  if (refusal.test(line)) return "no";
  if (hedge.test(line)) return "neither";
  const agrees = agreement.test(line);
  const reserved = reservation.test(line);
  if (no.has(first) || first === "not") return agrees && !reserved ? "yes" : "no";
  if (reserved) return /\b(?:wrong|incorrect|not (?:right|correct|quite))\b/i.test(line) ? "no" : "neither";
  const asks = line.includes("?") || /^(?:now|away|there|after|before|next)$/.test(second ?? "");
  const yes = firmYes.has(first) || agrees || (softYes.has(first) && !asks);
  if (!yes) return "neither";
  if (noBehind.test(line)) return "no";
  return cutOff.test(line) ? "neither" : "yes";
}

/**
 * Whether a line that is neither a yes nor a no may be meant as a yes: half a yes, one that was cut off, or an echo of
 * what the other side has just said.
 */
export function mayBeYes(line: string, heard: string): boolean {
  const plain = line.slice(0, 400).replaceAll("’", "'");
  const first = tokensOf(plain).find(({ word }) => !openers.has(word))?.word ?? "";
  return hedge.test(plain) || (firmYes.has(first) && cutOff.test(plain)) || isEcho(plain, heard);
}

function isEcho(line: string, heard: string): boolean {
  const words = wordsOf(line);
  const known = new Set(wordsOf(heard));
  return words.length > 1 && !line.includes("?") && words.every((word) => known.has(word));
}

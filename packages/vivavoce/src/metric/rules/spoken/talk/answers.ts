import { tokensOf } from "../../../../speech/index.ts";

/** How a line answers a question: with a clear yes, a no, or neither. */
export type Answer = "yes" | "no" | "neither";

const openers = new Set("uh um well oh so and ah , . - – — … ! hmm".split(" "));
const firmYes = new Set(
  "yes yeah yep yup yea yah correct exactly absolutely definitely affirmative indeed si".split(" "),
);
const softYes = new Set(
  "ok okay sure right perfect great fine good alright certainly please wonderful awesome".split(" "),
);
const no = new Set("no nope nah wrong incorrect wait".split(" "));
const agreement =
  /\b(?:that(?:'s|’s| is) (?:right|correct|it|fine|perfect|good|great|all|everything)|(?:sounds|looks) (?:good|great|right|fine|perfect)|go ahead|please do|book it|do it|let(?:'s|’s) do (?:it|that)|works for me|that works|that(?:'ll|’ll| will) work|of course|you got it|uh-huh|mm-hmm|mhm|no (?:problem|worries))\b/i;
const reservation = /\b(?:but|not|isn(?:'|’)t|wrong|actually|wait|except|hold on|instead|incorrect|change)\b/i;

/** Whether a line agrees. "Yes, but …" does not, nor does "okay" in front of a question. */
export function answerOf(line: string): Answer {
  const agrees = agreement.test(line);
  const reserved = reservation.test(line);
  const words = tokensOf(line.slice(0, 400)).filter(({ word }) => !openers.has(word));
  const [first, second] = words.map(({ word }) => word);
  if (first === undefined) return "neither";
  if (no.has(first) || first === "not") return agrees && !reserved ? "yes" : "no";
  if (reserved) return /\b(?:wrong|incorrect|not (?:right|correct|quite))\b/i.test(line) ? "no" : "neither";
  if (firmYes.has(first) || agrees) return "yes";
  const asks = line.includes("?") || /^(?:now|away|there|after|before|next)$/.test(second ?? "");
  return softYes.has(first) && !asks ? "yes" : "neither";
}

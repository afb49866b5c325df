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

/** Words that call something off, whatever word of agreement stands before them: "please cancel", "okay, never mind". */
const callsOff =
  /\b(?:cancel\w*(?! (?:my|our|her|his|an?|another|the other)\b)|never\s?mind|forget (?:it|that|about|the|this)|scrap|(?:scratch|strike) (?:it|that)|call(?:ing)? (?:it|that|this|the whole thing) off|chang(?:e|ed|ing) my mind|(?:leave|drop|skip) (?:it|that)(?! (?:at|with|in|on|by|off)\b)|hold off|hang up|stop(?! by\b)|rather not|no,? thank(?:s| you)|not (?:today|now|any ?more|interested|yet))\b/i;

/** Words beside a yes that change nothing about it. */
const harmless = new Set(
  `i i'm i'd i'll me my mine we we're we'll us our you you're you'd your yours it it's its that that's this these they is am
  are was be been do does did so then there here now just really very much too also all both the a an and of for in on at to
  with as by from about well oh uh um ah hey hi hello please thank thanks ma'am sir miss dear bye goodbye cheers appreciate
  appreciated nice lovely excellent brilliant super cool totally works work sounds book booked booking schedule scheduled
  confirm confirmed come coming expecting waiting ready set happy glad easy quick quickly soon time got get have has had let's
  plan still one will would can could need want like love everything everyone`.split(/\s+/),
);
/** Ways to part that say nothing. */
const parting =
  /\b(?:have a (?:good|great|nice|lovely|wonderful) (?:one|day|evening|night|afternoon|weekend)|see (?:you|ya)(?: (?:then|soon|there))?|talk soon|take care)\b/gi;

/**
 * The words beside a yes that may change it, such as another wish; undefined if nothing that matters is left over. What
 * was read as a value has to be taken out of the line before; what the other side has just said changes nothing.
 */
export function besideYes(line: string, heard: string): string | undefined {
  const plain = line.slice(0, 400).replaceAll("’", "'");
  if (plain.includes("?")) return plain.trim();
  const known = new Set(wordsOf(heard.replaceAll("’", "'")));
  const left = tokensOf(
    [nothingWrong, parting, agreements].reduce((text, pattern) => text.replace(pattern, " "), plain),
  )
    .filter(({ kind, word }) => kind !== "mark" && !isAgreeing(word) && !harmless.has(word) && !known.has(word))
    .map(({ word }) => word);
  return left.length === 0 ? undefined : left.join(" ");
}

const agreements = new RegExp(agreement, "gi");

function isAgreeing(word: string): boolean {
  return openers.has(word) || firmYes.has(word) || softYes.has(word);
}

/**
 * Whether a line agrees. "Yes, but …" does not, nor does "okay" in front of a question, nor "yes, I mean no", nor "please
 * cancel", unless that is what was `heard` before.
 */
export function answerOf(said: string, heard = ""): Answer {
  const plain = said.slice(0, 400).replaceAll("’", "'");
  const line = plain.replace(nothingWrong, "that's right");
  const words = tokensOf(line).filter(({ word }) => !openers.has(word));
  const [first, second] = words.map(({ word }) => word);
  if (first === undefined) return "neither";
  if (refusal.test(line)) return "no";
  const [off] = callsOff.exec(line) ?? [];
  // Whoever is asked whether to cancel may say so.
  const isEchoed = off !== undefined && wordsOf(heard).includes(wordsOf(off)[0] ?? "");
  if (off !== undefined && !isEchoed) return "no";
  if (isEchoed && !firmYes.has(first)) return "neither";
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
 * Whether a line that is neither a yes nor a no may be meant as a yes: half a yes, one with a reservation or that was cut
 * off, or an echo of what the other side has just said.
 */
export function mayBeYes(line: string, heard: string): boolean {
  const plain = line.slice(0, 400).replaceAll("’", "'");
  const first = tokensOf(plain).find(({ word }) => !openers.has(word))?.word ?? "";
  return hedge.test(plain) || firmYes.has(first) || isEcho(plain, heard);
}

function isEcho(line: string, heard: string): boolean {
  const words = wordsOf(line);
  const known = new Set(wordsOf(heard));
  return words.length > 1 && !line.includes("?") && words.every((word) => known.has(word));
}

import { type FoundValue, type Sentence, sentencesOf } from "../../../../speech/index.ts";
import { findValues } from "../slots/find-values.ts";
import type { Slot } from "../slots/slot.ts";
import type { SlotTrail, Talk } from "./talk.ts";

interface ReplySentence extends Sentence {
  /** The agent speaks of its own number or address. */
  own: boolean;
  /** The agent proposes a time. */
  offer: boolean;
}

/** A value in a reply, and the sentence it begins in. */
export interface SaidValue extends FoundValue {
  sentence: ReplySentence;
}

/** The values of one slot that a reply says. */
export interface SaidSlot {
  trail: SlotTrail;
  values: SaidValue[];
}

/** What an agent says, taken apart. */
export interface UnderstoodReply {
  text: string;
  /** Every value in it, its own numbers too. */
  found: { slot: Slot; values: readonly FoundValue[] }[];
  sentences: ReplySentence[];
  said: SaidSlot[];
  /** It says that it repeats, or asks whether it is right. */
  cue: boolean;
  question: boolean;
}

export function replyIn(talk: Talk, text: string): UnderstoodReply {
  const sentences = sentencesOf(text).map((sentence) => ({
    ...sentence,
    own: isOwn(sentence.text),
    offer: isOffer(sentence.text),
  }));
  const states = talk.trails.map(({ slot, given }) => ({ slot, asked: false, known: given?.values[0] }));
  const found = findValues(text, states, "agent");
  const said = talk.trails.flatMap((trail) => {
    const values = placed(found.get(trail.slot.name) ?? [], sentences).filter(({ sentence }) => !sentence.own);
    return values.length > 0 ? [{ trail, values }] : [];
  });
  const all = talk.trails.map(({ slot }) => ({ slot, values: found.get(slot.name) ?? [] }));
  return { text, found: all, sentences, said, cue: hasReadBackCue(text), question: text.includes("?") };
}

/** Each value with its sentence. */
function placed(values: readonly FoundValue[], sentences: readonly ReplySentence[]): SaidValue[] {
  const ordered = values.toSorted((one, other) => one.start - other.start);
  let at = 0;
  return ordered.flatMap((value) => {
    while ((sentences[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= value.start) at += 1;
    const sentence = sentences[at];
    return sentence ? [{ ...value, sentence }] : [];
  });
}

/** What an agent says when it repeats what it heard, or what it has booked. */
const cues =
  /\b(?:is that (?:all )?(?:right|correct)|(?:that|everything|all) (?:sound|look)s? (?:right|correct)|does that (?:sound|look) (?:right|correct)|did i get (?:that|it|everything)|do i have (?:that|it|everything)|to confirm|(?:let me|i'll|i’ll|i will) (?:just )?(?:confirm|repeat|read|double.check|make sure)|just to (?:be|make) sure|read (?:that|it|this) back|i(?:'ve| have|’ve) (?:got )?you (?:down|at|for|as|under|on|in)|i got you (?:down|at|for|as|under|on)|so (?:that's|that’s|that is|it's|it’s|you're|you’re|i have|i've got|i’ve got)|you said|you(?:'re|’re| are) (?:all )?(?:booked|set|scheduled|confirmed)|(?:booked|scheduled) (?:you|for|at|in)|(?:it's|it’s|it is|that's|that’s) (?:booked|scheduled|confirmed)|(?:we'll|we’ll|we will|i'll|i’ll) see you)\b|\b(?:right|correct)\?/i;

/** What an agent says when it proposes a time of its own. */
const offers =
  /\b(?:available|availability|openings?|earliest|soonest|closest|instead|how about|what about|can do|could do|unfortunately|booked up|full|either|options?|next (?:available|slot))\b/i;

/** What an agent says when a number or an address is its own: "call us back at …". */
const own =
  /\b(?:(?:reach|call|text|find|visit|contact) (?:us|our|me)|our (?:own )?(?:number|line|office|shop|address|location|hotline|dispatch)|we(?:'re|’re| are) (?:at|located))\b/i;

export function hasReadBackCue(text: string): boolean {
  return cues.test(text);
}

export function isOffer(sentence: string): boolean {
  return offers.test(sentence);
}

export function isOwn(sentence: string): boolean {
  return own.test(sentence);
}

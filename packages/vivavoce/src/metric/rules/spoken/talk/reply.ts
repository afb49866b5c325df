import type { FoundValue } from "../../../../speech/index.ts";
import { type Sentence, sentencesOf } from "../../../../speech/index.ts";
import { findValues } from "../slots/find-values.ts";
import type { Slot } from "../slots/slot.ts";
import { hasReadBackCue, isOffer, isOwn } from "./read-back-cues.ts";
import type { SlotTrail, Talk } from "./talk.ts";

export interface ReplySentence extends Sentence {
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

import type { BuiltInSlot, Calendar, FoundValue, SlotKind, SlotKindName } from "../slots/slot.ts";
import type { Sentence } from "../text/tokens.ts";

/**
 * What a line says to a question or a read-back. `later`: it asks for time or asks back; `unclear`: words are left over
 * that may change a yes, or half a yes; `none`: nothing that answers.
 */
export type Answer = "yes" | "no" | "later" | "unclear" | "none";

/** Words by which people do something with a value, besides saying it. */
export interface Cues {
  /** The agent asks whether to commit. */
  asksToCommit(text: string): boolean;
  /** The agent repeats what it heard. */
  readsBack(text: string): boolean;
  /** The agent proposes a time. */
  offers(sentence: string): boolean;
  /** The agent speaks of its own number. */
  ownNumber(sentence: string): boolean;
  /** The agent asks how a name is spelled. */
  asksSpelling(text: string): boolean;
  /** The agent asks for another value, or for that of somebody of whom the caller has spoken; "maybe" if not so. */
  asksOther?(question: string, said: string): boolean | "maybe";
  /** The agent asks for what it did not hear, or the caller's line could not tell: asking again is right. */
  asksRepeat?(reply: string, line: string): boolean;
  /** The caller says that a value is wrong. */
  disputes(text: string): boolean;
  /** The caller says a time and nothing else, and the question before it was not about the past: "Monday at one, then." */
  saysOnlyTime(text: string, question: string): boolean;
  /** The caller puts a value right. */
  corrects(text: string): boolean;
  /** The value at this place of a line is excluded. */
  isNegated(line: string, start: number): boolean;
  /** A line spells a name letter by letter. */
  spells(line: string): boolean;
}

/** What cannot be said on the phone as it is written. */
export const unspeakableKinds = [
  "markdown",
  "bullet",
  "url",
  "email",
  "emoji",
  "iso-date",
  "digits",
  "bracket",
  "placeholder",
  "code-name",
  "written",
  "label",
  "markup",
] as const;
/** Why a text cannot be said as it is written. */
export type UnspeakableKind = (typeof unspeakableKinds)[number];

/** A passage that cannot be said as it is written. */
export interface Unspeakable {
  /** Why. */
  kind: UnspeakableKind;
  /** The passage. */
  text: string;
}

/** What may be written although it cannot be said. */
export interface SpeakabilityOptions {
  /** How many digits may stand in a row; 6 by default, so that a ZIP code is fine and a phone number in one is not. */
  digits?: number | undefined;
  /** Kinds that may be used, such as "bracket" where the voice understands markup. */
  allow?: readonly UnspeakableKind[] | undefined;
}

/** All that Viva knows of a language. A kind of value that it cannot read stays undecided. */
export interface Locale {
  /** Its BCP 47 name, such as "en-US". */
  name: string;
  /** How values are read, in the order in which they are looked for, each in what the ones before left. */
  kinds(calendar: Calendar | undefined): { readonly [Kind in SlotKindName]?: SlotKind };
  /** Slots that every suite has, and how they are asked for. */
  slots: { readonly [name: string]: BuiltInSlot };
  /** The words by which people correct, choose and dispute values. */
  cues: Cues;
  /** What a line says to the question or the read-back that was heard before it. */
  answerOf(line: string, heard: string): Answer;
  /**
   * Whether a value is what the caller's lines say, if it was not read there as a whole. Undefined if nobody can tell.
   */
  weigh?(
    kind: SlotKindName,
    value: string,
    lines: readonly { text: string; question: string }[],
    calendar: Calendar | undefined,
  ): "same" | "different" | undefined;
  /**
   * What the caller's lines come to, as text; several where any of them will do. Undefined if nobody can tell. A kind that
   * is weighed needs it as well.
   */
  stands?(
    kind: SlotKindName,
    lines: readonly { text: string; question: string }[],
    calendar: Calendar | undefined,
  ): readonly string[] | undefined;
  /** Every row of letters and digits that a text says or writes, for the kinds of a suite's own. */
  codesIn?(text: string): FoundValue[];
  /** A text in sentences. */
  sentencesOf(text: string): Sentence[];
  /**
   * How many things a reply asks for; with `sure`, without phrases that may want no answer. `heard` is what the caller
   * said before it.
   */
  thingsAsked(text: string, options?: { sure?: boolean; heard?: string | undefined }): number;
  /** What a voice cannot say as it is written. */
  unspeakableIn(text: string, options: SpeakabilityOptions): Unspeakable[];
}

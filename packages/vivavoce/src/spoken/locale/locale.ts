import type { BuiltInSlot, Calendar, FoundValue, SlotKind, SlotKindName } from "../slots/slot.ts";
import type { Sentence } from "../text/tokens.ts";

/**
 * What a line says to a question or a read-back. `later`: it asks for time or asks back; `unclear`: words are left over
 * that may change a yes, or half a yes; `none`: nothing that answers.
 */
export type Answer = "yes" | "no" | "later" | "unclear" | "none";

/** A text in which the values of one slot were looked for. */
export interface ReadText {
  text: string;
  /** Who says it; `booking` if it is an argument of a call. */
  by: "caller" | "agent" | "booking";
  /** What was read of this slot, and of all the others. */
  own: readonly FoundValue[];
  others: readonly FoundValue[];
  /** The value known so far; a caller who repeats a part of it says nothing new. */
  known?: string | undefined;
  /** The text answers the question for this slot, so that all of it may be about it. */
  asked: boolean;
}

/** Words by which people do something with a value, besides saying it. */
export interface Cues {
  /** The agent asks whether to commit, repeats what it heard, proposes a time, or speaks of its own number. */
  asksToCommit(text: string): boolean;
  readsBack(text: string): boolean;
  offers(sentence: string): boolean;
  ownNumber(sentence: string): boolean;
  asksSpelling(text: string): boolean;
  asksLastName(text: string): boolean;
  /** The caller says that a value is wrong, or puts it right. */
  disputes(text: string): boolean;
  corrects(text: string): boolean;
  /** What stands behind words of correction at the beginning of a text. */
  behindCorrection(text: string): string | undefined;
  /** A value is not the one to use, by the words before it, or between it and the next. */
  dismisses(before: string): boolean;
  scratches(between: string): boolean;
  isNegated(line: string, start: number): boolean;
  /** Words of doubt, and words that choose one of several values. */
  doubt(text: string): string | undefined;
  choice(text: string): string | undefined;
  isEither(text: string): boolean;
  /** The place in a row that a line chooses: 0 is the first, -1 the last. */
  chosenPlace(line: string, of: number): number | undefined;
  mayChoose(line: string): boolean;
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
export type UnspeakableKind = (typeof unspeakableKinds)[number];

export interface Unspeakable {
  kind: UnspeakableKind;
  text: string;
}

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
  cues: Cues;
  answerOf(line: string, heard: string): Answer;
  leftOver(kind: SlotKindName, read: ReadText): string | undefined;
  sentencesOf(text: string): Sentence[];
  /** How many things a reply asks for. */
  thingsAsked(text: string): number;
  /** What a voice cannot say as it is written. */
  unspeakableIn(text: string, options: SpeakabilityOptions): Unspeakable[];
}

/** How two values of a kind compare. `open`: they have no parts that can be compared. */
export type SlotComparison = "same" | "different" | "open";

/** A value in a text: as it was said, where, and in its comparable form. */
export interface FoundValue {
  /** As it was said. */
  text: string;
  /** In its comparable form. */
  value: string;
  /** Where it begins in the text. */
  start: number;
  /** Where it ends in the text. */
  end: number;
}

/** What is known when a text is searched for a value. */
export interface FindContext {
  /** Who says the text. */
  by: "caller" | "agent";
  /** Whether the agent has just asked for it: then a bare answer counts. */
  asked: boolean;
  /** The value known so far, in its comparable form: what an agent may say again. */
  known?: string | undefined;
}

/** A kind of value that callers give and agents read back: how it is found in speech and when two are the same. */
export interface SlotKind {
  /** The comparable form of a text that stands for one value, such as a tool argument. */
  normalise(text: string): string | undefined;
  /** Compares two values in their comparable form. */
  compare(one: string, other: string): SlotComparison;
  /** The values in a line of the caller or the agent, in order. */
  find(text: string, context: FindContext): FoundValue[];
  /**
   * How a later line without a whole value changes the known one: "no, it's 4120" changes only the house number.
   * `corrects`: the line answers the question for it or takes something back.
   */
  revise?(known: string, line: string, context: { corrects: boolean }): string | undefined;
  /**
   * Whether a line of the caller says more about the value than `find` has read, so that what it found may be wrong: "any
   * day but Friday" is not Friday.
   */
  leavesUnread?(line: string, found: readonly FoundValue[]): boolean;
  /** Whether a line holds only a piece of a value: three digits of a phone number. */
  isPiece?(line: string): boolean;
  /** Merges a new value, which may be partial, into the known one. If left out, the new value replaces it. */
  merge?(known: string, found: string): string;
  /** A value in short form, made whole by one that was said before: "Tuesday" after "Tuesday the 24th". */
  complete?(said: string, before: readonly string[]): string;
  /**
   * Why two values that differ may still be meant as one, in words: names that sound alike, unless the caller has spelled
   * theirs. The two are then neither the same nor different.
   */
  mayBeSame?(one: string, other: string, context: { spelled: boolean }): string | undefined;
  /** Why two values can be neither the same nor different, in words, if a report should say so. */
  whyOpen?(one: string, other: string): string | undefined;
  /** Whether a question asks for a part that the value does not have yet. */
  leavesOpen?(value: string, question: string): boolean;
}

/** A kind of slot that Viva knows. */
export type SlotKindName = "email" | "phone" | "address" | "zip" | "time" | "name" | "exact" | "text";

/** How a suite describes a slot. What it leaves out is taken from the built-in slot of that name, if there is one. */
export interface SlotDefinition {
  /** How its values are found and compared; "text" if a new slot leaves it out. A name of `kinds` is a suite's own. */
  kind?: SlotKindName | SlotKind | (string & {}) | undefined;
  /** Patterns for sentences in which the agent asks for it; a string is a pattern that ignores case. */
  asks?: readonly (string | RegExp)[] | undefined;
  /** Patterns for lines in which the caller gives it; the first group, or the whole match, is the value. */
  gives?: readonly (string | RegExp)[] | undefined;
  /** The tool argument that holds it; several are joined. A dotted path reaches into an object. */
  argument?: string | readonly string[] | undefined;
  /** The field of the call's result that says what was booked, in the same way. */
  result?: string | readonly string[] | undefined;
}

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
   * Whether a line of the caller says more about the value than `find` has read, so that what it found may be wrong: "any
   * day but Friday" is not Friday.
   */
  leavesUnread?(line: string, found: readonly FoundValue[]): boolean;
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
  leavesOpen?(value: string, question: string): boolean | "maybe";
}

/** A slot that every suite has unless it says otherwise. */
export interface BuiltInSlot {
  /** How its values are read. */
  kind: SlotKindName;
  /** Whether a sentence of the agent asks for it. */
  asks(sentence: string): boolean;
  /** What it is called, where a caller says that it is wrong or changes. */
  noun: RegExp;
  /** Tool arguments it may end up in: the first group whose names are all there. */
  arguments: readonly (readonly string[])[];
  /** Fields of a result that say what was booked. */
  results?: readonly (readonly string[])[];
}

/** The day of a call, so that "tomorrow" is a date. Days are counted from 1 January 1970. */
export interface Calendar {
  /** The day of the call, counted from the first of January 1970. */
  today: number;
  /** The minute of the day, if it is known. */
  minutes?: number | undefined;
  /** The day that was spoken of before: "the day after" follows it. */
  before?: number | undefined;
  /** The zone that people speak in, if it is known: moments in UTC or with an offset are converted to it. */
  zone?: string | undefined;
}

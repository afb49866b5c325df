import type { FoundValue, SlotKind, SlotKindName } from "../../../../speech/index.ts";

/** How a suite describes a slot. What it leaves out is taken from the built-in slot of that name, if there is one. */
export interface SlotDefinition {
  /** How its values are found and compared; "text" for a slot of the suite's own. */
  kind?: SlotKindName | SlotKind | undefined;
  /** What a sentence of the agent looks like that asks for it: patterns, a string as one that ignores case. */
  asks?: readonly (string | RegExp)[] | undefined;
  /** What a line of the caller looks like that gives it; the first group, or all that matches, is the value. */
  gives?: readonly (string | RegExp)[] | undefined;
  /** The tool argument it ends up in; several are put together. A dotted path reaches into an object. */
  argument?: string | readonly string[] | undefined;
  /** Where the result of the call says what was booked, in the same way. */
  result?: string | readonly string[] | undefined;
}

/** A slot as the metric works with it. */
export interface Slot {
  name: string;
  kind: SlotKind;
  /** Where the kind is one of Viva's: its place in the order of search. */
  kindName: SlotKindName | undefined;
  asks(sentence: string): boolean;
  /** Values that the suite's own patterns find; undefined without any pattern, and then the kind looks. */
  gives: ((line: string) => FoundValue[]) | undefined;
  /** Whether a text speaks of this slot by its name. */
  mentions(text: string): boolean;
  /** The value in a call's arguments, as text. */
  argument(fields: unknown): string | undefined;
  /** The value in a call's result, as text. */
  result(fields: unknown): string | undefined;
}

import type { SlotKindName } from "../locale/en-US/asks/kinds.ts";
import type { FoundValue, SlotKind } from "./slot-kind.ts";

/** How a suite describes a slot. What it leaves out is taken from the built-in slot of that name, if there is one. */
export interface SlotDefinition {
  /** How its values are found and compared; "text" if a new slot leaves it out. */
  kind?: SlotKindName | SlotKind | undefined;
  /** Patterns for sentences in which the agent asks for it; a string is a pattern that ignores case. */
  asks?: readonly (string | RegExp)[] | undefined;
  /** Patterns for lines in which the caller gives it; the first group, or the whole match, is the value. */
  gives?: readonly (string | RegExp)[] | undefined;
  /** The tool argument that holds it; several are joined. A dotted path reaches into an object. */
  argument?: string | readonly string[] | undefined;
  /** The field of the call's result that says what was booked, in the same way. */
  result?: string | readonly string[] | undefined;
}

/** A slot as the metric works with it. */
export interface Slot {
  name: string;
  kind: SlotKind;
  /** The kind, if it is one of Viva's; it sets the order of the search. */
  kindName: SlotKindName | undefined;
  asks(sentence: string): boolean;
  /** Values that the suite's own patterns find; undefined without patterns, and then the kind searches. */
  gives: ((line: string) => FoundValue[]) | undefined;
  /** Whether a text speaks of this slot by its name. */
  mentions(text: string): boolean;
  /** The value in a call's arguments, as text. */
  argument(fields: unknown): string | undefined;
  /** The value in a call's result, as text. */
  result(fields: unknown): string | undefined;
}

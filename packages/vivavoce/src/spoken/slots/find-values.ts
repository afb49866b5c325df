import { without } from "../text/tokens.ts";
import type { Slot } from "./resolve-slots.ts";
import type { FindContext, FoundValue, SlotKind, SlotKindName } from "./slot.ts";

/** Kinds that say nothing about the words they stand in. */
const plain = new Set<SlotKindName>(["exact", "text"]);

/** A slot at one point of a conversation. */
interface SlotState {
  slot: Slot;
  asked: boolean;
  known: string | undefined;
}

/** The values of one slot in a line. */
export interface SlotValues {
  slot: Slot;
  values: readonly FoundValue[];
}

/** What was found in one line. */
interface FoundInLine {
  /** By slot, in the order of the slots. */
  found: SlotValues[];
  /** The line as one kind may read it, without what the kinds before it took, such as the phone number in "No, use 737-555-0149". */
  rest(own: SlotKindName | undefined): string;
}

/**
 * The values of every slot in one line, and what is left of it for each kind. Kinds are searched one after the other, each in what the ones before left, so
 * that a phone number is not a time and a house number is not a ZIP code.
 */
export function findValues(line: string, states: readonly SlotState[], by: FindContext["by"]): FoundInLine {
  const found = new Map<string, FoundValue[]>();
  const left = new Map<SlotKindName | undefined, string>();
  let text = line;
  const kinds = states[0]?.slot.locale.kinds(undefined) ?? {};
  for (const [name, kind] of Object.entries(kinds) as [SlotKindName, SlotKind][]) {
    const own = states.filter(({ slot }) => slot.kindName === name);
    const takers = by === "caller" ? askedOf(own) : own;
    left.set(name, text);
    const searched = plain.has(name) ? line : text;
    const named = name === "zip" && hasZipBehind(states, found);
    for (const state of takers) {
      found.set(state.slot.name, valuesFor({ ...state, asked: state.asked || named }, searched, by));
    }
    if (plain.has(name)) continue;
    const all =
      own.length > 0 ? takers.flatMap(({ slot }) => found.get(slot.name) ?? []) : kind.find(text, { by, asked: false });
    text = without(text, all);
  }
  for (const state of states.filter(({ slot }) => slot.kindName === undefined)) {
    found.set(state.slot.name, valuesFor(state, line, by));
  }
  const rest = (own: SlotKindName | undefined) => left.get(own) ?? line;
  return { found: states.map(({ slot }) => ({ slot, values: found.get(slot.name) ?? [] })), rest };
}

/** Whether an address was read with a ZIP code behind it, which it leaves to be found. */
function hasZipBehind(states: readonly SlotState[], found: ReadonlyMap<string, readonly FoundValue[]>): boolean {
  return states.some(
    ({ slot }) =>
      slot.kindName === "address" &&
      (found.get(slot.name) ?? []).some(({ text, start, end }) => start + text.length > end),
  );
}

/** If two slots are of one kind, the caller's value goes to the one that was asked for. */
function askedOf(states: readonly SlotState[]): readonly SlotState[] {
  const asked = states.filter((state) => state.asked);
  return asked.length > 0 ? asked : states;
}

/** Values that the suite's own patterns find come first. If the slot was asked for, the kind searches too. */
function valuesFor({ slot, asked, known }: SlotState, text: string, by: FindContext["by"]): FoundValue[] {
  const given = by === "caller" ? slot.gives?.(text) : undefined;
  if (given && (given.length > 0 || !asked)) return given;
  return slot.kind.find(text, { by, asked, known });
}

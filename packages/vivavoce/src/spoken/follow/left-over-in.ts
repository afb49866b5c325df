import type { ReadText } from "../locale/locale.ts";
import type { Slot } from "../slots/resolve-slots.ts";
import type { FoundValue } from "../slots/slot.ts";

/** What a text says of a slot's kind that was not read in it, if anything. */
export function leftOverIn(
  { kindName, locale }: Slot,
  read: Omit<ReadText, "others">,
  all: readonly { slot: Slot; values: readonly FoundValue[] }[],
): string | undefined {
  if (kindName === undefined) return undefined;
  // Free words and the suite's own kinds say nothing about the words they stand in.
  const placed = all.filter(({ slot }) => slot.kindName !== undefined && !/^(?:exact|text)$/.test(slot.kindName));
  const others = placed.flatMap(({ values }) => values).filter((value) => !read.own.includes(value));
  return locale.leftOver(kindName, { ...read, others });
}

/** The same for the text of a booking. */
export function leftOverInBooking(slot: Slot, text: string): string | undefined {
  const [own] = slot.kind.find(text, { by: "caller", asked: true });
  return own && leftOverIn(slot, { text, by: "booking", own: [own], asked: true }, []);
}

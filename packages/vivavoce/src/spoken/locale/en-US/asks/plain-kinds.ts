import type { FindContext, FoundValue, SlotComparison, SlotKind } from "../../../slots/slot.ts";
import { readAll } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { readTight } from "../numbers/digit-run.ts";

/** Words in small letters without marks, numbers as digits: "Unit four, B!" → "unit 4 b". */
export function foldText(text: string): string | undefined {
  const tokens = tokensOf(text).filter(({ kind }) => kind !== "mark");
  const words = readAll(tokens, (at) => readTight(tokens, at) ?? { digits: tokens[at]?.word, next: at + 1 });
  return words.map(({ digits }) => digits).join(" ") || undefined;
}

/** A word or code from a list, given by a pattern: two are the same or they differ. */
export const exactKind: SlotKind = {
  normalise: foldText,
  compare: (one, other) => (one === other ? "same" : "different"),
  find: findKnown,
};

/** Free words, such as what is wrong: another wording is not a difference. An answer to the question gives it. */
export const textKind: SlotKind = {
  normalise: foldText,
  compare: (one, other): SlotComparison => (holds(one, other) || holds(other, one) ? "same" : "open"),
  find(text, context) {
    if (context.by === "agent") return findKnown(text, context);
    const value = context.asked ? foldText(text) : undefined;
    return value === undefined ? [] : [{ text: text.trim(), value, start: 0, end: text.length }];
  },
};

/** A plain value looks like other words, so an agent says it only if it says the known one. */
function findKnown(text: string, { by, known }: FindContext): FoundValue[] {
  const said = by === "agent" && known !== undefined && holds(foldText(text) ?? "", known);
  return said ? [{ text: text.trim(), value: known, start: 0, end: 0 }] : [];
}

function holds(text: string, part: string): boolean {
  return ` ${text} `.includes(` ${part} `);
}

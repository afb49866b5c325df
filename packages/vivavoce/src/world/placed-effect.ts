import type { Effect } from "./effect.ts";

/** An effect with the place it is told at. */
export interface PlacedEffect {
  note: string;
  /** 0 for what concerns the whole note; otherwise the line, in the version that has it. */
  line: number;
  effect: Effect;
}

/** By note, then by line; what shares a place stays in the order it came in. */
export function inOrder(effects: readonly PlacedEffect[]): Effect[] {
  return effects
    .toSorted((a, b) => (a.note === b.note ? a.line - b.line : a.note < b.note ? -1 : 1))
    .map(({ effect }) => effect);
}

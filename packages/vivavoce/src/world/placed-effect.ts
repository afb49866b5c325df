import type { Effect } from "../shape/index.ts";

/** An effect with its place. */
export interface PlacedEffect {
  note: string;
  /** 0 for the whole note; otherwise the line, in the version that has it. */
  line: number;
  effect: Effect;
}

/** By note, then by line, removals before additions; otherwise in the order given. */
export function inOrder(effects: readonly PlacedEffect[]): Effect[] {
  return effects
    .toSorted((a, b) => {
      if (a.note !== b.note) return a.note < b.note ? -1 : 1;
      return a.line - b.line || Number(isLoss(b.effect)) - Number(isLoss(a.effect));
    })
    .map(({ effect }) => effect);
}

function isLoss({ kind }: Effect): boolean {
  return kind === "task.deleted" || kind === "text.removed";
}

import type { Transcript } from "../../../transcript/index.ts";
import type { Effect } from "../../../world/index.ts";
import type { MadeCall } from "../../evidence.ts";

/** Calls and what changed while they were made: an exchange, or the whole conversation where only that is known. */
export interface Stretch {
  exchange: number | undefined;
  calls: readonly MadeCall[];
  /** Undefined where Viva cannot see the world. */
  effects: readonly Effect[] | undefined;
}

/** The conversation in stretches. Changes that no exchange has are told of the whole of it. */
export function stretchesOf({ exchanges, world }: Transcript, calls: readonly MadeCall[]): Stretch[] {
  const isKnown = exchanges.some(({ effects = [] }) => effects.length > 0);
  if (!isKnown && world && world.effects.length > 0) return [{ exchange: undefined, calls, effects: world.effects }];
  return exchanges.map(({ number, effects }) => ({
    exchange: number,
    calls: calls.filter(({ exchange }) => exchange === number),
    effects: effects ?? (world ? [] : undefined),
  }));
}

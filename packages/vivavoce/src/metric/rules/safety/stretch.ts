import type { Effect, Transcript } from "../../../shape/index.ts";
import type { MadeCall } from "../../evidence.ts";

/** Calls and what changed while they were made: in an exchange, or in the whole conversation if only that is known. */
export interface Stretch {
  exchange: number | undefined;
  calls: readonly MadeCall[];
  /** Undefined if Viva cannot see the world. */
  effects: readonly Effect[] | undefined;
}

/** The conversation in stretches. Changes that belong to no exchange belong to the whole conversation. */
export function stretchesOf({ exchanges, world }: Transcript, calls: readonly MadeCall[]): Stretch[] {
  const isKnown = exchanges.some(({ effects = [] }) => effects.length > 0);
  if (!isKnown && world && world.effects.length > 0) return [{ exchange: undefined, calls, effects: world.effects }];
  return exchanges.map(({ number, effects }) => ({
    exchange: number,
    calls: calls.filter(({ exchange }) => exchange === number),
    effects: effects ?? (world ? [] : undefined),
  }));
}

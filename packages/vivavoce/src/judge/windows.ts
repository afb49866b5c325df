import type { Exchange } from "../shape/index.ts";
import type { Item } from "./question.ts";
import { sizeOfRecord } from "./record.ts";
import { exchangeTurns } from "./turns.ts";

/** A run of exchanges that is judged in one call, with the items about them. */
export interface Window {
  exchanges: readonly Exchange[];
  items: readonly Item[];
}

interface WindowSettings {
  exchanges: readonly Exchange[];
  items: readonly Item[];
  /** Characters of each window that go to repeated parts: instructions, history, facts. */
  repeated(): number;
  /** How many characters fit into one call. */
  budget: number;
}

/** A little over a hundred thousand tokens, which today's smaller judges take in one call. */
export const usualBudget = 400_000;

/**
 * Splits a conversation into as few windows as the budget allows, each exchange in exactly one. If any item is about the
 * whole conversation, there is one window, whatever its size.
 */
export function windowsOf({ exchanges, items, repeated, budget }: WindowSettings): Window[] {
  const whole = { exchanges, items };
  const numbers = new Set(exchanges.map(({ number }) => number));
  if (items.some(({ exchange }) => exchange === undefined || !numbers.has(exchange))) return [whole];
  const sizes = exchanges.map((exchange) => sizeOf(exchange, items));
  const rest = repeated();
  if (rest + sizes.reduce((sum, size) => sum + size, 0) <= budget) return [whole];
  const runs: Exchange[][] = [];
  let room = 0;
  exchanges.forEach((exchange, index) => {
    const size = sizes[index] ?? 0;
    const run = runs.at(-1);
    if (!run || size > room) runs.push([exchange]);
    else run.push(exchange);
    room = (run && size <= room ? room : budget - rest) - size;
  });
  return runs
    .map((run) => ({
      exchanges: run,
      items: items.filter((item) => run.some(({ number }) => number === item.exchange)),
    }))
    .filter((window) => window.items.length > 0);
}

function sizeOf(exchange: Exchange, items: readonly Item[]): number {
  const own = items.filter((item) => item.exchange === exchange.number);
  return sizeOfRecord([...exchangeTurns(exchange), ...own.map(({ id, text }) => ({ item: id, text }))]);
}

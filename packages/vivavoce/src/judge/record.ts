import type { JsonObject } from "../base/index.ts";
import type { Exchange, Transcript } from "../shape/index.ts";
import { encodeLine } from "./fence.ts";
import type { Fact } from "./question.ts";
import { endTurns, exchangeTurns, historyTurns } from "./turns.ts";

/** The part of a conversation that one call shows. */
export interface ShownConversation {
  history: Transcript["history"];
  exchanges: readonly Exchange[];
  /** Left out if the end is not shown. */
  outcome?: Transcript["outcome"] | undefined;
}

/** Facts, what was said before, and the exchanges that are shown, with a note if some are left out. */
export function recordOf(shown: ShownConversation, facts: readonly Fact[], exchangesInAll: number): JsonObject[] {
  const missing = exchangesInAll - shown.exchanges.length;
  return [
    ...facts.map(({ id, title, text }) => ({ fact: id, title, text })),
    ...historyTurns(shown),
    ...(missing === 0 ? [] : [{ note: `${missing} of ${exchangesInAll} exchanges are not shown here` }]),
    ...shown.exchanges.flatMap(exchangeTurns),
    ...(shown.outcome ? endTurns({ outcome: shown.outcome }) : []),
  ];
}

/** How many characters a record takes. */
export function sizeOfRecord(record: readonly JsonObject[]): number {
  return record.reduce((sum, line) => sum + encodeLine(line).length + 1, 0);
}

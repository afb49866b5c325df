import type { Problem } from "../base/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** The expectations that only one metric reads, with that metric. */
const readers: Readonly<Record<string, string>> = {
  tools: "toolUse",
  calls: "toolCalls",
  world: "worldEffects",
  criteria: "criteria",
  coherence: "coherence",
  contains: "contains",
  matches: "matches",
  equals: "equals",
};

/** Warns of expectations that no metric of the suite reads: they would seem to be met. */
export function unreadExpectations(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  expected: Iterable<string>,
): Problem[] {
  const names = new Set(suite.metrics.map(({ name }) => name));
  return [...expected].flatMap((field) => {
    if (field === "world" && !suite.world && names.has("worldEffects")) {
      const message = `suite ${suite.name}: cases have expect.world, but the suite has no world`;
      return [{ message, place: { file }, remedy: "Give the suite a world, or remove expect.world." }];
    }
    const reader = readers[field];
    if (reader === undefined || names.has(reader)) return [];
    const message = `suite ${suite.name}: cases have expect.${field}, but no metric of the suite reads it`;
    return [{ message, place: { file }, remedy: `Add ${reader}() to its metrics, or remove expect.${field}.` }];
  });
}

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
  safety: "safety",
  limits: "limits",
  refusal: "refusal",
  escalation: "escalation",
  clarification: "clarification",
  language: "language",
  plan: "planAdherence",
  disclosure: "disclosure",
  commitments: "commitments",
};

/** Warns of expectations that no metric of the suite reads: they would seem to be met. */
export function unreadExpectations(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  expected: Iterable<string>,
): Problem[] {
  // Of two metrics of one kind, at least one has a name of its own.
  const isRead = (field: string, reader: string) =>
    suite.metrics.some(({ name, reads }) => name === reader || reads?.some((read) => read === field));
  return [...expected].flatMap((field) => {
    if (field === "world" && !suite.world && isRead(field, "worldEffects")) {
      const message = `suite ${suite.name}: cases have expect.world, but the suite has no world`;
      return [{ message, place: { file }, remedy: "Give the suite a world, or remove expect.world." }];
    }
    const reader = readers[field];
    if (reader === undefined || isRead(field, reader)) return [];
    const message = `suite ${suite.name}: cases have expect.${field}, but no metric of the suite reads it`;
    return [{ message, place: { file }, remedy: `Add ${reader}() to its metrics, or remove expect.${field}.` }];
  });
}

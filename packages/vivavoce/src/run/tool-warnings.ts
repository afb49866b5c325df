import { type Agent, toolSchemaFaults } from "../agent/index.ts";
import { InputError, type Problem } from "../base/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** What of the agents' tools cannot be checked. Tools whose parameters cannot be read at all are refused. */
export function toolWarnings(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  agents: readonly Agent[],
): Problem[] {
  const faults = agents.map(({ tools }) => toolSchemaFaults(tools));
  const told = (messages: readonly string[], remedy: string): Problem[] =>
    [...new Set(messages)].map((message) => ({ message: `suite ${suite.name}: ${message}`, place: { file }, remedy }));
  const broken = faults.flatMap((fault) => fault.broken);
  if (broken.length > 0)
    throw new InputError(told(broken, "Correct them: they are a JSON Schema, draft 7 or 2020-12."));
  const unread = faults.flatMap((fault) => fault.unread);
  return told(
    unread,
    "The rest of the schema is checked. Correct the word, or say the same in keywords that are known.",
  );
}

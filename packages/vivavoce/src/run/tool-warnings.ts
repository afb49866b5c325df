import { type Agent, toolSchemaFaults } from "../agent/index.ts";
import { InputError, nearest, type Problem } from "../base/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** Warns of the parts of tools that cannot be checked. Tools whose parameters cannot be read at all are refused. */
export function toolWarnings(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  agents: readonly Agent[],
): Problem[] {
  const faults = agents.map(({ tools }) => toolSchemaFaults(tools));
  const told = (messages: readonly string[], remedy: string): Problem[] =>
    [...new Set(messages)].map((message) => ({ message: `suite ${suite.name}: ${message}`, place: { file }, remedy }));
  const broken = faults.flatMap((fault) => fault.broken);
  if (broken.length > 0)
    throw new InputError(told(broken, "Write the parameters as a JSON Schema, draft 7 or 2020-12."));
  refuseUnknownNames({ suite, file }, agents);
  const unread = faults.flatMap((fault) => fault.unread);
  return [
    ...told(unread, "The rest of the schema is checked. Correct the keyword, or use known ones instead."),
    ...misspeltInMetrics({ suite, file }, agents),
  ];
}

/**
 * Metrics that name a tool almost as one of the agent's is called. A ban on it would never be broken. Other names are not
 * told: a suite may deny tools that this agent does not have.
 */
function misspeltInMetrics({ suite, file }: Pick<LoadedSuite, "suite" | "file">, agents: readonly Agent[]): Problem[] {
  const known = agents.map(({ tools }) => tools?.map(({ name }) => name));
  if (suite.mcp || known.includes(undefined)) return [];
  const names = new Set(known.flatMap((list) => list ?? []));
  return suite.metrics.flatMap((metric) =>
    [...new Set(metric.tools)].flatMap((tool) => {
      const meant = names.has(tool) ? undefined : nearest(tool, names);
      if (meant === undefined) return [];
      const message = `suite ${suite.name}: ${metric.name} names ${tool}, but the agent has no such tool`;
      return [{ message, place: { file }, remedy: `Did you mean ${meant}?` }];
    }),
  );
}

/** A name in `ends` that no tool has would never end a conversation, and a mock of such a name would never answer. */
function refuseUnknownNames({ suite, file }: Pick<LoadedSuite, "suite" | "file">, agents: readonly Agent[]): void {
  const known = agents.map(({ tools }) => tools?.map(({ name }) => name));
  if (known.includes(undefined)) return;
  const names = new Set(known.flatMap((list) => list ?? []));
  const unknownIn = (field: "ends" | "mocks", given: readonly string[]) =>
    given.filter((name) => !names.has(name)).map((name) => ({ field, name }));
  // A server's tools are known only after it was asked.
  const mocked = suite.mcp ? [] : Object.keys(suite.mocks ?? {});
  const unknown = [...unknownIn("ends", suite.ends ?? []), ...unknownIn("mocks", mocked)];
  if (unknown.length === 0) return;
  throw new InputError(
    unknown.map(({ field, name }) => {
      const meant = nearest(name, [...names]);
      const remedy = meant === undefined ? `Its tools: ${[...names].join(", ") || "none"}.` : `Did you mean ${meant}?`;
      return {
        message: `suite ${suite.name}: ${field} names ${name}, but the agent has no such tool`,
        place: { file },
        remedy,
      };
    }),
  );
}

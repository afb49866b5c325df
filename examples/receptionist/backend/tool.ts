import type { JsonValue, ToolSpec } from "vivavoce";
import { z } from "zod";
import type { OfficeWorld } from "./office.ts";

/** A tool that the state machine calls; the model never sees it. */
export interface OfficeTool {
  spec: ToolSpec;
  run(callArguments: unknown, world: OfficeWorld): JsonValue;
}

/** Makes a tool of a zod schema, which is also the source of its JSON Schema. */
export function officeTool<Parameters extends z.ZodType>(definition: {
  name: string;
  description: string;
  effect: ToolSpec["effect"];
  parameters: Parameters;
  run(values: z.infer<Parameters>, world: OfficeWorld): JsonValue;
}): OfficeTool {
  const { name, description, effect, parameters, run } = definition;
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: "input" });
  return {
    spec: { name, description, effect, parameters: schema },
    run: (callArguments, world) => run(parameters.parse(callArguments), world),
  };
}

/** A-1001, A-1002, … */
export function nextId(prefix: string, records: readonly { id: string }[]): string {
  const numbers = records.map(({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0));
  return `${prefix}-${Math.max(1000, ...numbers) + 1}`;
}

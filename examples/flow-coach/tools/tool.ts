import type { JsonValue, ToolSpec } from "vivavoce";
import { z } from "zod";
import type { ProjectFilter } from "../vault/projects.ts";
import type { Vault } from "../vault/vault.ts";

/** What a tool may reach: the vault, and the conversation it is called in. */
export interface Desk {
  vault: Vault;
  /** From now on the coach leads through a weekly review. */
  startReview(filter: ProjectFilter): void;
}

/** A tool of the coach: what the model is told of it, and what it does. */
export interface CoachTool {
  spec: ToolSpec;
  run(callArguments: unknown, desk: Desk): JsonValue;
}

/** A tool could not do what it was asked to; the message goes back to the model. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/** Makes a tool of a zod schema, which is also the source of the JSON Schema that the model sees. */
export function coachTool<Parameters extends z.ZodType>(definition: {
  name: string;
  description: string;
  effect: ToolSpec["effect"];
  parameters: Parameters;
  run(values: z.infer<Parameters>, desk: Desk): JsonValue;
}): CoachTool {
  const { name, description, effect, parameters, run } = definition;
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: "input" });
  return {
    spec: { name, description, effect, parameters: schema },
    run(callArguments, desk) {
      const parsed = parameters.safeParse(callArguments);
      if (!parsed.success) throw new ToolFailure(`Wrong arguments: ${z.prettifyError(parsed.error)}`);
      return run(parsed.data, desk);
    },
  };
}

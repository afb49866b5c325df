import type { World } from "../shape/index.ts";
import { functionAgent, type ReplyFunction } from "./function-agent.ts";
import type { Agent } from "./types.ts";

/** A plain function that replies is an agent too. `name` is for a function without a name of its own. */
export function asAgent<W extends World>(given: Agent<W> | ReplyFunction<W>, name: string): Agent<W> {
  if (typeof given !== "function") return given;
  const isNamed = given.name !== "" && given.name !== "agent";
  return functionAgent(given, { name: isNamed ? given.name : name });
}

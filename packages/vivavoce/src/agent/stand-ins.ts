import { isJsonObject, type JsonObject, type JsonValue, type Random } from "../base/index.ts";
import type { Agent, AgentContext, ToolSpec } from "./types.ts";

/**
 * Calls a random tool and a random writing tool with random arguments in every exchange, to show the score of chance
 * alone. It always writes, because `nothingAgent` is the agent that does nothing.
 */
export function randomAgent(tools: ToolSpec[] = []): Agent {
  return standIn("random", tools, async (context) => {
    await callOne(context, tools);
    await callOne(context, tools.filter(isWriting));
    context.record({ type: "text", text: "I have done something." });
  });
}

/** An agent that does the same in every exchange, whatever is said. */
function standIn(name: string, tools: ToolSpec[], act: (context: AgentContext) => Promise<void>): Agent {
  const open = (context: AgentContext) => {
    const reply = () => act(context);
    return { reply, greet: reply, silence: reply, interrupt: reply };
  };
  return { name, version: "1", tools, open };
}

async function callOne(context: AgentContext, tools: ToolSpec[]): Promise<void> {
  const tool = pick(context.random, tools);
  if (!tool) return;
  const given = randomArguments(tool, context.random);
  const call = { id: context.ids.next("random"), name: tool.name, arguments: given };
  context.record({ type: "call", ...call });
  if (isWriting(tool)) await context.approve(call);
  context.record({ type: "error", id: call.id, error: "the random agent runs no tools" });
}

function isWriting({ effect }: ToolSpec): boolean {
  return effect === "write" || effect === "destructive";
}

const words = ["alpha", "tomorrow", "Projects/Nowhere.md", "call", "something", "42", "live", "archived"];

/** Arguments are always an object, whatever a tool's parameters say. */
function randomArguments({ parameters }: ToolSpec, random: Random): JsonObject {
  const value = randomValue({ type: "object", ...parameters }, random);
  return isJsonObject(value) ? value : {};
}

/** A random value of the right type for a JSON Schema. */
function randomValue(schema: unknown, random: Random): JsonValue {
  if (!isJsonObject(schema)) return pick(random, words) ?? "";
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return pick(random, schema.enum) ?? null;
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && choices.length > 0) return randomValue(pick(random, choices), random);
  switch (Array.isArray(schema.type) ? pick(random, schema.type) : schema.type) {
    case "object":
      return randomObject(schema, random);
    case "array":
      return [randomValue(schema.items, random)];
    case "number":
    case "integer":
      return Math.floor(random() * 100);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return pick(random, words) ?? "";
  }
}

function randomObject(schema: JsonObject, random: Random): JsonObject {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : [];
  return Object.fromEntries(properties.map(([name, property]) => [name, randomValue(property, random)]));
}

function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/**
 * Says one polite sentence and calls nothing. It should pass only cases that ask for no action; if it passes more, the
 * suite measures politeness.
 *
 * @example await play(nothingAgent(), testCase)
 */
export function nothingAgent(tools: ToolSpec[] = []): Agent {
  const thanks = { type: "text", text: "Thank you for telling me about this." } as const;
  return standIn("nothing", tools, async (context) => context.record(thanks));
}

import { compileSchema, InputError, isJsonObject, type JsonObject, type JsonSchema, messageOf } from "../base/index.ts";
import type { ToolCall } from "../shape/index.ts";
import type { ToolSpec } from "./types.ts";

/** A tool's schema as a test, with the parts that are not tested; or why it cannot be read. */
type Reading = { problemOf(given: JsonObject): string | undefined; unread: readonly string[] } | { broken: string };

/** Read once for all conversations. */
const readings = new WeakMap<JsonSchema, Reading>();

/** What is wrong with the schemas of an agent's tools, and which parts are not checked, a sentence each. */
export function toolSchemaFaults(tools: readonly ToolSpec[] = []): { broken: string[]; unread: string[] } {
  const broken: string[] = [];
  const unread: string[] = [];
  for (const { name, parameters } of tools) {
    const reading = read(parameters);
    if ("broken" in reading) broken.push(`the parameters of the tool ${name} cannot be read: ${reading.broken}`);
    else
      for (const why of reading.unread) unread.push(`the parameters of the tool ${name} are not fully checked: ${why}`);
  }
  return { broken, unread };
}

/** Why a proposed call could not run; undefined if it could, or if the agent does not list its tools. */
export function callProblem(
  tools: ReadonlyMap<string, ToolSpec> | undefined,
  { name, arguments: given }: Pick<ToolCall, "name" | "arguments">,
): string | undefined {
  if (!tools) return undefined;
  const tool = tools.get(name);
  if (!tool) return `the agent has no tool called ${name}`;
  const reading = read(tool.parameters);
  return "broken" in reading ? `its parameters cannot be read: ${reading.broken}` : reading.problemOf(given);
}

function read(parameters: unknown): Reading {
  if (!isJsonObject(parameters)) return { broken: "they are not a JSON Schema" };
  if (typeof (parameters as { safeParse?: unknown }).safeParse === "function") {
    return { broken: "they are a zod schema; give z.toJSONSchema(schema)" };
  }
  const reading = readings.get(parameters) ?? compiled(parameters);
  readings.set(parameters, reading);
  return reading;
}

function compiled(parameters: JsonSchema): Reading {
  const unread: string[] = [];
  try {
    return { problemOf: compileSchema(parameters, { unread: (why) => unread.push(why) }), unread };
  } catch (error) {
    return { broken: error instanceof InputError ? (error.problems[0]?.message ?? "") : messageOf(error) };
  }
}

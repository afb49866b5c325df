import { z } from "zod";
import { isJsonObject, safeLine, toJsonValue } from "../base/index.ts";
import { faultKindSchema } from "./mocks-and-faults.ts";
import { optional } from "./optional.ts";

/** What a tool does to its world. A tool without a declared effect counts as one that writes. */
export const toolEffectSchema = z.enum(["read", "write", "destructive", "display", "control"]);
/** What a tool does to its world. */
export type ToolEffect = z.infer<typeof toolEffectSchema>;

const approvalSchema = z.object({
  decision: z.enum(["approved", "rejected"]).describe("What the user decided."),
  reason: optional(z.string(), "Why, in words."),
});
/** How the user answered when the agent asked before a write. */
export type Approval = z.infer<typeof approvalSchema>;

const toolErrorSchema = z.object({
  message: z.string().describe("What went wrong, in words."),
  code: optional(
    z.string(),
    "`outside-world`: the call used something outside its world; `not-json`: its arguments were not JSON.",
  ),
});
/** How a tool call failed. */
export type ToolError = z.infer<typeof toolErrorSchema>;

/** One tool call as it was proposed, and what happened to it. */
export const toolCallSchema = z.object({
  id: z.string().describe("The id of the call, unique in its conversation."),
  name: z.string().describe("The tool."),
  agent: optional(
    z.string(),
    "Who made it, if not the agent that was asked: a sub-agent, or the agent that took over.",
  ),
  effect: optional(toolEffectSchema, "What the tool does to the world, if the agent says so."),
  modelCall: optional(
    z.int(),
    "The number of the model call in the exchange that proposed it, from 1. Calls of one answer were proposed together.",
  ),
  arguments: z.record(z.string(), z.json()).describe("The arguments, as they were proposed."),
  raw: optional(z.string(), "The arguments as the model wrote them, if they are not a JSON object."),
  invalid: optional(
    z.string(),
    "Why the call could not run as it was proposed: its tool does not exist, or does not take these arguments.",
  ),
  approval: optional(approvalSchema, "How the user answered, if the agent asked."),
  executed: optional(z.record(z.string(), z.json()), "What the tool was run with, if that differs from `arguments`."),
  result: optional(z.json(), "What the tool returned."),
  error: optional(toolErrorSchema, "How the call failed."),
  fate: optional(
    z.enum(["ran", "failed", "never-ran", "rejected", "unknown"]),
    "What became of the call; left out where nobody looked.",
  ),
  mocked: optional(z.literal(true), "A mock answered in place of the tool."),
  fault: optional(faultKindSchema, "The fault that Viva gave it."),
});
/** One tool call as it was proposed, and what happened to it. */
export type ToolCall = z.infer<typeof toolCallSchema>;

/** A tool call as agents and libraries write it: arguments under any of three names, as an object or as JSON text. */
export interface LooseToolCall {
  /** The id of the call; Viva makes one if left out. */
  id?: string | undefined;
  /** The tool. */
  name: string;
  /** The sub-agent that makes it, or the agent that took over. */
  agent?: string | undefined;
  /** The arguments: an object, or JSON text. */
  arguments?: unknown;
  /** Another name for `arguments`. */
  input?: unknown;
  /** Another name for `arguments`. */
  parameters?: unknown;
}

/** The single form of a tool call. Arguments that are not a JSON object are kept as text, and the call has an error. */
export function toolCallOf(loose: LooseToolCall, newId: () => string): ToolCall {
  const given = loose.arguments ?? loose.input ?? loose.parameters;
  const base = { id: loose.id || newId(), name: loose.name, ...(loose.agent ? { agent: loose.agent } : {}) };
  if (given === undefined || given === null) return { ...base, arguments: {} };
  if (typeof given === "string") return { ...base, ...parseArguments(given) };
  const value = toJsonValue(given);
  if (isJsonObject(value)) return { ...base, arguments: value };
  return { ...base, ...notAnObject(JSON.stringify(value)) };
}

function parseArguments(text: string): Pick<ToolCall, "arguments" | "raw" | "error"> {
  if (text.trim() === "") return { arguments: {} };
  try {
    // Through toJsonValue, which refuses excessive nesting.
    const value = toJsonValue(JSON.parse(text));
    return isJsonObject(value) ? { arguments: value } : notAnObject(text);
  } catch {
    return { arguments: {}, raw: text, error: { code: "not-json", message: "the arguments are not valid JSON" } };
  }
}

function notAnObject(raw: string): Pick<ToolCall, "arguments" | "raw" | "error"> {
  const message = "the arguments are JSON, but not an object that can be read";
  return { arguments: {}, raw, error: { code: "not-json", message } };
}

/** Why a call could not run as it was proposed; undefined if nothing is known against it. */
export function callFault({ raw, invalid }: Pick<ToolCall, "raw" | "invalid">): string | undefined {
  return raw === undefined ? invalid : `its arguments cannot be read as a JSON object: ${safeLine(raw, 80)}`;
}

/** The call's tool, and who called it if not the agent that was asked: "billing › refund". */
export function calledName({ agent, name }: Pick<ToolCall, "agent" | "name">): string {
  return agent === undefined ? name : `${agent} › ${name}`;
}

/** Whether a rule against a tool is about a call. A name that is spelled otherwise is the same tool: `deleteNote` bans `delete_note`. */
export function isAbout(tool: string, { name }: Pick<ToolCall, "name">): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return name === tool || (letters(tool) !== "" && letters(name) === letters(tool));
}

/**
 * Whether a call changes the world: by its declared effect, or if none is declared.
 *
 * @example allCalls(transcript).filter(({ call }) => isWrite(call))
 */
export function isWrite(call: Pick<ToolCall, "effect">): boolean {
  return call.effect === undefined || call.effect === "write" || call.effect === "destructive";
}

/** Whether a step of a plan is the name of a tool: a single word. */
export function isToolStep(step: string): boolean {
  return !/\s/.test(step.trim());
}

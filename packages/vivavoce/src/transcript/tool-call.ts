import { z } from "zod";
import { isJsonObject, safeLine, toJsonValue } from "../base/index.ts";
import { faultKindSchema } from "../case/index.ts";

/** What a tool does to its world. A tool whose effect nobody declared is taken for one that writes. */
export const toolEffectSchema = z.enum(["read", "write", "destructive", "display", "control"]);
export type ToolEffect = z.infer<typeof toolEffectSchema>;

export const approvalSchema = z.object({ decision: z.enum(["approved", "rejected"]), reason: z.string().optional() });
export type Approval = z.infer<typeof approvalSchema>;

export const toolErrorSchema = z.object({
  message: z.string(),
  /** `outside-world`: the call reached for something beyond its world; `not-json`: its arguments were no JSON. */
  code: z.string().optional(),
});
export type ToolError = z.infer<typeof toolErrorSchema>;

/** One tool call as it was proposed, and what became of it. */
export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Who made it, where that is not the agent that was asked: a sub-agent, or the one that it handed over to. */
  agent: z.string().optional(),
  effect: toolEffectSchema.optional(),
  /** The model call of the exchange that proposed it, from 1: calls of one answer were proposed together. */
  modelCall: z.int().optional(),
  arguments: z.record(z.string(), z.json()),
  /** The arguments as the model wrote them, where they are no JSON object. */
  raw: z.string().optional(),
  /** Why the call could not run as it was proposed: its tool does not exist, or does not take these arguments. */
  invalid: z.string().optional(),
  approval: approvalSchema.optional(),
  /** What the tool was run with, where that differs from `arguments`. */
  executed: z.record(z.string(), z.json()).optional(),
  result: z.json().optional(),
  error: toolErrorSchema.optional(),
  /** A mock answered in place of the tool. */
  mocked: z.literal(true).optional(),
  /** The fault that Viva laid over it. */
  fault: faultKindSchema.optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** A tool call as agents and libraries write it: arguments under any of three names, as an object or as JSON text. */
export interface LooseToolCall {
  id?: string | undefined;
  name: string;
  /** The sub-agent that makes it, or the agent that took over. */
  agent?: string | undefined;
  arguments?: unknown;
  input?: unknown;
  parameters?: unknown;
}

/** The one shape of a tool call. Text that is no JSON object is kept raw and is an error of that call. */
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
    // Through toJsonValue, which does not let in what is nested beyond all reason.
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

/** Why a call could not run as it was proposed; undefined where nothing is known against it. */
export function callFault({ raw, invalid }: Pick<ToolCall, "raw" | "invalid">): string | undefined {
  return raw === undefined ? invalid : `its arguments cannot be read as a JSON object: ${safeLine(raw, 80)}`;
}

/** The call's tool, and who called it where that is not the agent that was asked: "billing › refund". */
export function calledName({ agent, name }: Pick<ToolCall, "agent" | "name">): string {
  return agent === undefined ? name : `${agent} › ${name}`;
}

/** Whether a call changes the world: declared so, or nobody said. */
export function isWrite(call: Pick<ToolCall, "effect">): boolean {
  return call.effect === undefined || call.effect === "write" || call.effect === "destructive";
}

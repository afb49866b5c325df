import type { JsonObject } from "../base/index.ts";
import type { ModelAnswer } from "../model/index.ts";

/** An answer in a script; what it leaves out is filled in. */
export interface ScriptedAnswer extends Partial<Omit<ModelAnswer, "toolCalls">> {
  /** The tool calls that the model asks for. */
  toolCalls?: readonly ScriptedToolCall[];
}

/** A tool call in a script. */
export interface ScriptedToolCall {
  /** The tool. */
  name: string;
  /** An object, or text where a model writes something that is none. */
  arguments?: JsonObject | string;
  /** Its id; left out: call-1, call-2 and so on. */
  id?: string;
}

/** The whole answer for what a script gives: a string is its text; calls without an id are numbered on from `callsBefore`. */
export function wholeAnswer(scripted: string | ScriptedAnswer, callsBefore: number): ModelAnswer {
  const given = typeof scripted === "string" ? { text: scripted } : scripted;
  const toolCalls = (given.toolCalls ?? []).map((call, position) => ({
    id: call.id ?? `call-${callsBefore + position + 1}`,
    name: call.name,
    arguments: call.arguments ?? {},
  }));
  return { text: "", finish: toolCalls.length > 0 ? "tool-calls" : "stop", ...given, toolCalls };
}

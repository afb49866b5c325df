import type { JsonObject } from "../base/index.ts";
import type { ModelAnswer } from "../model/index.ts";

/** An answer in a script; missing fields get defaults. */
export interface ScriptedAnswer extends Partial<Omit<ModelAnswer, "toolCalls">> {
  /** The tool calls that the model asks for. */
  toolCalls?: readonly ScriptedToolCall[];
}

/** A tool call in a script. */
interface ScriptedToolCall {
  /** The tool. */
  name: string;
  /** An object, or text for a model that writes something else. */
  arguments?: JsonObject | string;
  /** Its id; call-1, call-2 and so on if left out. */
  id?: string;
}

/** The whole answer for an entry of a script: a string is its text; calls without an id are numbered from `callsBefore`. */
export function wholeAnswer(scripted: string | ScriptedAnswer, callsBefore: number): ModelAnswer {
  const given = typeof scripted === "string" ? { text: scripted } : scripted;
  const toolCalls = (given.toolCalls ?? []).map((call, position) => ({
    id: call.id ?? `call-${callsBefore + position + 1}`,
    name: call.name,
    arguments: call.arguments ?? {},
  }));
  return { text: "", finish: toolCalls.length > 0 ? "tool-calls" : "stop", ...given, toolCalls };
}

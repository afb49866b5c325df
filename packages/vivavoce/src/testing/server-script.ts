import { InputError } from "../base/index.ts";
import type { ScriptedAnswer } from "./scripted-answer.ts";

/** Everything that can go wrong between a client and a model's server. */
export type ServerFault =
  /** An error status. `retryAfter` is the header's value: seconds, or a date. */
  | { fault: "status"; status: number; message?: string; retryAfter?: number | string }
  /** The connection is reset, before an answer or in the middle of its body. */
  | { fault: "reset"; after?: "request" | "headers" }
  /** The headers come, but never the body. */
  | { fault: "half-open" }
  /** Nothing ever comes. */
  | { fault: "hang" }
  /** The answer comes byte by byte. */
  | { fault: "slow-drip"; everyMs?: number; answer?: string | ScriptedAnswer }
  /** JSON that is cut off. */
  | { fault: "truncated" }
  | { fault: "empty" }
  /** A page of HTML with status 200. */
  | { fault: "wrong-type" }
  /** JSON that is not a completion; `body` says which. */
  | { fault: "invalid"; body?: unknown };

/** What the server does for one call: a text, an answer, or a fault, at once or after a delay. */
export type ServerStep = string | ((ScriptedAnswer | ServerFault) & { delayMs?: number });

/** The body of a request, as it came. These are the fields of Chat Completions; other APIs have their own. */
export interface CompletionRequest {
  /** The model that is asked. */
  model: string;
  /** The conversation so far. */
  messages: CompletionMessage[];
  [parameter: string]: unknown;
}

/** A message in the body of a request. */
interface CompletionMessage {
  /** Who says it. */
  role: string;
  /** What is said. */
  content: string | null;
  /** The tool calls of an assistant. */
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  /** The call whose result this is. */
  tool_call_id?: string;
}

/** One step for every call, a list with one for each, or a function of the request and the call's index (from 0). */
export type ServerScript =
  | ServerStep
  | readonly ServerStep[]
  | ((request: CompletionRequest, index: number) => ServerStep | Promise<ServerStep>);

/** The steps of a script, one call at a time. After a list comes `afterwards`, or its last step again and again. */
export function stepsOf(script: ServerScript, afterwards?: ServerStep) {
  if (typeof script === "function") return script;
  const steps: readonly ServerStep[] = isList(script) ? script : [script];
  const rest = afterwards ?? steps.at(-1);
  if (rest === undefined) {
    throw new InputError({ message: "the server's script is empty", remedy: "give it a step, or an `afterwards`" });
  }
  return (_request: CompletionRequest, index: number): ServerStep => steps[index] ?? rest;
}

function isList(script: ServerStep | readonly ServerStep[]): script is readonly ServerStep[] {
  return Array.isArray(script);
}

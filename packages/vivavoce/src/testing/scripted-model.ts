import { InfrastructureError, safeLine } from "../base/index.ts";
import { type Model, ModelError, type ModelRequest } from "../model/index.ts";
import { type ScriptedAnswer, wholeAnswer } from "./scripted-answer.ts";

/** What a script gives to one call: a text, an answer, or an error to be thrown. */
export type ScriptedReply = string | ScriptedAnswer | Error;

/** One reply for every call, a list with one for each, or a function of the request and the call's index (from 0). */
export type ModelScript =
  | ScriptedReply
  | readonly ScriptedReply[]
  | ((request: ModelRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

/** A model that answers by a script. */
export interface ScriptedModel extends Model {
  /** Copies of the requests so far, made when they came. */
  readonly calls: readonly ModelRequest[];
}

/**
 * A model that answers by a script and keeps what it was asked.
 *
 * @example
 * const model = scriptedModel([{ toolCalls: [{ name: "read_note", arguments: { path: "Inbox.md" } }] }, "Your inbox is empty."]);
 * await agentUnderTest(model);
 * expect(model.calls).toHaveLength(2);
 */
export function scriptedModel(script: ModelScript, { id = "scripted:model" }: { id?: string } = {}): ScriptedModel {
  const calls: ModelRequest[] = [];
  return {
    id,
    calls,
    async call(request, { signal } = {}) {
      if (signal?.aborted) throw new ModelError({ failure: "cancelled", message: `the call to ${id} was cancelled` });
      const index = calls.push(structuredClone(request)) - 1;
      const reply = await replyFor(script, request, index);
      if (reply instanceof Error) throw reply;
      return wholeAnswer(reply, callsIn(request));
    },
  };
}

function replyFor(script: ModelScript, request: ModelRequest, index: number): ScriptedReply | Promise<ScriptedReply> {
  if (typeof script === "function") return script(request, index);
  if (!isList(script)) return script;
  const reply = script[index];
  if (reply !== undefined) return reply;
  const asked = safeLine(request.messages.at(-1)?.content ?? "", 80);
  throw new InfrastructureError({
    message: `the script has ${script.length} answers, and this is call ${index + 1}: “${asked}”`,
    remedy: "add an answer to the script, or find out why the model is called more often",
  });
}

function isList(script: ScriptedReply | readonly ScriptedReply[]): script is readonly ScriptedReply[] {
  return Array.isArray(script);
}

function callsIn({ messages }: ModelRequest): number {
  return messages.reduce((sum, message) => sum + ((message.role === "assistant" && message.toolCalls?.length) || 0), 0);
}

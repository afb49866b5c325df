import { AgentFailure } from "../agent/index.ts";
import { isPromise, showValue } from "../base/index.ts";

const events =
  'record() takes { type: "text", text }, { type: "call", id?, name, arguments }, { type: "result", id, result }, { type: "error", id, error }, { type: "note", name, value }, { type: "quiet" } or { type: "hangup", reason? }';
const question = "give approve() the call that you ask about: { id, name, arguments }";

/** Throws a mistake in the agent's code where it was made: what is wrong with an event, and what to record instead. */
export function refuseFaultyEvent(event: unknown): void {
  const fault = isRecord(event) ? faultIn(event) : `record() was given ${showValue(event)}`;
  if (fault !== undefined) throw new AgentFailure(`${fault}; ${events}`);
}

/** The same for a call that an agent asks approval for. */
export function refuseFaultyQuestion(call: unknown): void {
  const fault = isRecord(call) ? callFault(call, "approve()") : `approve() was given ${showValue(call)}`;
  if (fault !== undefined) throw new AgentFailure(`${fault}; ${question}`);
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

function faultIn(event: Fields): string | undefined {
  switch (event.type) {
    case "text":
      return isWord(event.text) ? undefined : `record() was given a text that is ${showValue(event.text)}`;
    case "call":
      return callFault(event, "record()");
    case "result":
      return (
        idFault(event, "a result") ??
        (isPromise(event.result) ? "record() was given a result that is a promise, which has to be awaited" : undefined)
      );
    case "error":
      return idFault(event, "an error") ?? (event.error === undefined ? "record() was given no error" : undefined);
    case "note":
      return typeof event.name === "string" && event.name !== ""
        ? undefined
        : `record() was given a note whose name is ${showValue(event.name)}, not text`;
    case "quiet":
      return undefined;
    case "hangup":
      return event.reason === undefined || event.reason === null || typeof event.reason === "string"
        ? undefined
        : `record() was given a hang-up whose reason is ${showValue(event.reason)}, not text`;
    case undefined:
      return `record() was given ${showValue(event)} and no type`;
    default:
      return `record() was given an event whose type is ${showValue(event.type)}`;
  }
}

/** Numbers and the like are texts too; a missing text says nothing. */
function isWord(text: unknown): boolean {
  return text === null || !["object", "function", "symbol"].includes(typeof text);
}

function callFault({ id, name }: Fields, where: string): string | undefined {
  if (typeof name !== "string") return `${where} was given a call whose name is ${showValue(name)}, not text`;
  // If it is missing or empty, the call gets one.
  if (id === undefined || id === null || typeof id === "string") return undefined;
  return `${where} was given a call whose id is ${showValue(id)}, not text`;
}

function idFault({ id }: Fields, what: string): string | undefined {
  if (typeof id === "string") return undefined;
  return `record() was given ${what} whose id is ${showValue(id)}, not that of its call`;
}

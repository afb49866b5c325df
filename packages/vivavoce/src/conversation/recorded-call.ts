import { callProblem, type ToolSpec } from "../agent/index.ts";
import { type Ids, isBlank, type JsonValue, messageOf, onBudget, PatternBudget, toJsonValue } from "../base/index.ts";
import { type LooseToolCall, type ToolCall, type ToolError, toolCallOf } from "../shape/index.ts";

export interface NewCallSettings {
  /** The agent's tools by name; left out if it does not say which it has. */
  tools: ReadonlyMap<string, ToolSpec> | undefined;
  /** Further tools that are known so far. */
  learned?: ReadonlyMap<string, ToolSpec> | undefined;
  ids: Ids;
  /** The time budget for patterns in the tools' schemas; one for all exchanges of a conversation. */
  patterns?: PatternBudget | undefined;
  /** How many model calls the exchange has made so far. */
  modelCalls?: () => number;
  /** Who has taken over from the agent that was asked; shared by the exchanges of a conversation. */
  handoff?: { agent?: string | undefined } | undefined;
}

/** A call for the transcript: checked against the tool's schema, and with what is known about the tool. */
export function newCall(loose: LooseToolCall, settings: NewCallSettings): ToolCall {
  const { ids, modelCalls, handoff, patterns = new PatternBudget() } = settings;
  const call = toolCallOf({ ...loose, agent: loose.agent ?? handoff?.agent }, () => ids.next("call"));
  const tools = toolsFor(call.name, settings);
  const effect = tools?.get(call.name)?.effect;
  if (effect) call.effect = effect;
  const invalid = call.raw === undefined ? onBudget(patterns, () => callProblem(tools, call)) : undefined;
  if (invalid !== undefined) call.invalid = invalid;
  const modelCall = modelCalls?.() ?? 0;
  if (modelCall > 0) call.modelCall = modelCall;
  return call;
}

/** The agent's own list comes first: it may say more about a tool than the tool's server. */
function toolsFor(name: string, { tools, learned }: NewCallSettings): NewCallSettings["tools"] {
  return !tools?.has(name) && learned?.has(name) ? learned : tools;
}

/** Calls whose tool Viva has started: without a result or an error, it has not come back. */
export const startedByViva = new WeakSet<ToolCall>();

/** Calls that whoever asked the agent runs, such as the user's page: nobody here can see how they end. */
export const leftToOthers = new WeakSet<ToolCall>();

/** Calls whose result or error the agent itself recorded. */
export const toldByAgent = new WeakSet<ToolCall>();

export function hasEnded({ result, error }: ToolCall): boolean {
  return result !== undefined || error !== undefined;
}

/** Whether a call has been decided on or run. A later call with the same id is then another call. */
export function isSettled({ approval, result, error }: ToolCall): boolean {
  return approval !== undefined || result !== undefined || (error !== undefined && error.code !== "not-json");
}

/** A call that was rejected or failed does not end the conversation. */
export function isCarriedOut({ approval, error, invalid }: ToolCall): boolean {
  return approval?.decision !== "rejected" && error === undefined && invalid === undefined;
}

/** A result as the tool gave it: over the wire even an object goes as text. */
export function resultInText(text: string): JsonValue {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return toJsonValue(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Whether a text says nothing: blank, or how JavaScript writes a value that nobody meant to say. */
export function saysNothing(text: string): boolean {
  return isBlank(text) || /^\s*(?:undefined|\[object \w+\])\s*$/.test(text);
}

/** Notes the error of a call. A result that came before it was not its end. */
export function failWith(call: ToolCall, error: string | ToolError): void {
  call.error = plainError(error);
  if (call.result !== undefined) call.fate = "failed";
}

/** Whatever a tool may have thrown. An Error also fits the type, but would lose its message in JSON. */
function plainError(error: string | ToolError): ToolError {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const { message, code }: { message?: unknown; code?: unknown } = error;
  return {
    message: typeof message === "string" ? message : messageOf(error),
    ...(typeof code === "string" || typeof code === "number" ? { code: String(code) } : {}),
  };
}

const handoffName = /^(?:transfer|hand_?off)(?:_back)?_to_(.+)$/i;

/**
 * Who takes over after this call, by the convention of the OpenAI Agents SDK and LangGraph:
 * `transfer_to_billing` hands over to billing. A tool that is declared to read, write or show is not a handoff, so
 * `transfer_to_savings` may move money.
 *
 * @example handoffTarget({ name: "transfer_to_billing" }); // "billing"
 */
export function handoffTarget({ name, effect }: Pick<ToolCall, "name" | "effect">): string | undefined {
  return effect === undefined || effect === "control" ? handoffName.exec(name)?.[1] : undefined;
}

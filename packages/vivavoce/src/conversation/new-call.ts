import { callProblem, type ToolSpec } from "../agent/index.ts";
import { type Ids, onBudget, PatternBudget } from "../base/index.ts";
import { type LooseToolCall, type ToolCall, toolCallOf } from "../shape/index.ts";

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

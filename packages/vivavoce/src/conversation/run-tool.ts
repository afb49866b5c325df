import { AgentFailure } from "../agent/index.ts";
import { type Ids, type JsonObject, messageOf } from "../base/index.ts";
import { type LooseToolCall, toolCallOf } from "../transcript/index.ts";
import type { ExchangeRecorder } from "./exchange-recorder.ts";

/** Runs a tool for an agent and records what comes of it. */
export async function runTool(
  recorder: ExchangeRecorder,
  ids: Ids,
  loose: LooseToolCall,
  run?: (given: JsonObject) => unknown,
): Promise<unknown> {
  const call = toolCallOf(loose, () => ids.next("call"));
  const { id, name } = call;
  recorder.record({ type: "call", ...loose, id });
  if (!run) throw new AgentFailure(`the tool ${name} was called, and nothing runs it`);
  try {
    const result = await run(call.arguments);
    recorder.record({ type: "result", id, result });
    return result;
  } catch (error) {
    recorder.record({ type: "error", id, error: messageOf(error) });
    throw error;
  }
}

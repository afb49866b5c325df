import { type AgentContext, FaultedTool, type JsonValue } from "vivavoce";
import { OutsideWorldError } from "vivavoce/world";
import { type CoachTool, type Desk, ToolFailure } from "../tools/tool.ts";
import type { Vault } from "../vault/vault.ts";

/** What became of a call, as the model is told. */
export type CallOutcome =
  | { status: "done"; result: JsonValue }
  | { status: "rejected"; message: string }
  | { status: "error"; message: string };

interface Call {
  id: string;
  name: string;
  /** Text where the model wrote no JSON object. */
  arguments: Record<string, JsonValue> | string;
}

/** Runs one recorded call: with the user's leave if it writes, at once if it does not. */
export async function runCall(
  { context, tools, desk }: { context: AgentContext<Vault>; tools: readonly CoachTool[]; desk: Desk },
  call: Call,
): Promise<CallOutcome> {
  const fail = (message: string, code?: string): CallOutcome => {
    context.record({ type: "error", id: call.id, error: code === undefined ? message : { message, code } });
    return { status: "error", message };
  };
  if (typeof call.arguments === "string") return fail("The arguments are not a JSON object.", "not-json");
  const tool = tools.find(({ spec }) => spec.name === call.name);
  if (!tool) return fail(`There is no tool ${call.name}. Tools: ${tools.map(({ spec }) => spec.name).join(", ")}`);
  if (tool.spec.effect === "write") {
    const { decision, reason } = await context.approve(call);
    if (decision === "rejected") return { status: "rejected", message: rejection(reason) };
  }
  try {
    const result = await context.tool(call, (given) => tool.run(given, desk));
    return { status: "done", result: result as JsonValue };
  } catch (error) {
    if (isToolError(error)) return { status: "error", message: error.message };
    throw error;
  }
}

/** What a tool may answer instead of a result. Anything else is a mistake in the coach's code. */
function isToolError(error: unknown): error is Error {
  return error instanceof OutsideWorldError || error instanceof ToolFailure || error instanceof FaultedTool;
}

function rejection(reason: string | undefined): string {
  const why = reason === undefined ? "" : ` The reason given: ${reason}`;
  return `The user said no to this change, and nothing was written.${why} Do not propose it again unless the user asks.`;
}

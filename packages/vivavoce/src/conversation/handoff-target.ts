import type { ToolCall } from "../shape/index.ts";

const handoff = /^(?:transfer|hand_?off)(?:_back)?_to_(.+)$/i;

/**
 * Who takes over after this call, by the convention of the OpenAI Agents SDK and LangGraph:
 * `transfer_to_billing` hands over to billing. A tool that is declared to read, write or show is not a handoff, so
 * `transfer_to_savings` may move money.
 *
 * @example handoffTarget({ name: "transfer_to_billing" }); // "billing"
 */
export function handoffTarget({ name, effect }: Pick<ToolCall, "name" | "effect">): string | undefined {
  return effect === undefined || effect === "control" ? handoff.exec(name)?.[1] : undefined;
}

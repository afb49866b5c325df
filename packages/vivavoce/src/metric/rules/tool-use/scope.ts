import type { ToolExpectation } from "../../../case/index.ts";
import { isWrite } from "../../../transcript/index.ts";
import type { MadeCall } from "../../evidence.ts";

/** Whether a call was made where an expectation looks: in its exchange, or anywhere. */
export function inScope(expectation: ToolExpectation, made: MadeCall): boolean {
  return expectation.turn === undefined || expectation.turn === made.exchange;
}

/** Whether a call is of the kind an expectation names: one of its tools; without a name, any that writes; by its agent. */
export function isNamed({ tools, agent }: ToolExpectation, { call }: MadeCall): boolean {
  if (agent !== undefined && call.agent !== agent) return false;
  return tools ? tools.includes(call.name) : isWrite(call);
}

/** What was expected, and what was done: all that the rules look at. */
export interface Played {
  /** Calls that should be made. */
  expected: readonly ToolExpectation[];
  /** Calls that should not. */
  unwanted: readonly ToolExpectation[];
  extraCalls: "allow" | undefined;
  calls: readonly MadeCall[];
  /** The exchange in which the agent hung up, where it did. */
  hungUpIn?: number | undefined;
}

/** The call that meets each expected one. */
export type Met = ReadonlyMap<ToolExpectation, MadeCall>;

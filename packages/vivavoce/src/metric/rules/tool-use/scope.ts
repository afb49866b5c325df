import { isWrite, type ToolExpectation } from "../../../shape/index.ts";
import type { MadeCall } from "../../evidence.ts";

/** Whether a call was made in the exchange of an expectation, or anywhere if it names none. */
export function inScope(expectation: ToolExpectation, made: MadeCall): boolean {
  return expectation.turn === undefined || expectation.turn === made.exchange;
}

/** Whether a call is of the kind that an expectation names: one of its tools (any write if it names none), by its agent. */
export function isNamed({ tools, agent }: ToolExpectation, { call }: MadeCall): boolean {
  if (agent !== undefined && call.agent !== agent) return false;
  return tools ? tools.includes(call.name) : isWrite(call);
}

/** What was expected and what was done. */
export interface Played {
  /** Calls that should be made. */
  expected: readonly ToolExpectation[];
  /** Calls that should not. */
  unwanted: readonly ToolExpectation[];
  extraCalls: "allow" | undefined;
  calls: readonly MadeCall[];
  /** Calls that were proposed but never run, which count as not made. */
  neverRan?: readonly MadeCall[] | undefined;
  /** The exchange in which the agent hung up, if it did. */
  hungUpIn?: number | undefined;
  /** The exchanges in which lines of the script expect calls of their own, and the calls that meet them. */
  ofLines?: { exchanges: ReadonlySet<number>; calls: ReadonlySet<MadeCall> } | undefined;
}

/** The call that meets each expected one. */
export type Met = ReadonlyMap<ToolExpectation, MadeCall>;

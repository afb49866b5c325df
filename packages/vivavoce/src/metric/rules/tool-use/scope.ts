import { isWrite, type Quote, type ToolExpectation } from "../../../shape/index.ts";
import type { MadeCall } from "../../evidence.ts";

/** The decision tree's nodes, in the order in which they are asked, and what a wrong answer at each is worth. */
const nodeScores = { tool_decision: 0, tool_types: 0.4, tool_params: 0.7 } as const;
type TreeNode = keyof typeof nodeScores;

/** One node that an expectation passed. */
export type TrailStep = { node: TreeNode; ok: boolean; reason: string };

/** The way of one expectation through the tree: every node up to the first that was wrong. */
export interface Trail {
  steps: TrailStep[];
  evidence: Quote[];
}

export function right(node: TreeNode, reason: string): TrailStep {
  return { node, ok: true, reason };
}

/** Ends a trail at a wrong node. */
export function stopAt(node: TreeNode, reason: string, before: readonly TrailStep[], evidence: Quote[]): Trail {
  return { steps: [...before, { node, ok: false, reason }], evidence };
}

export function wrongNode(trail: Trail): TreeNode | undefined {
  return trail.steps.find((step) => !step.ok)?.node;
}

export function trailScore(trail: Trail): number {
  const wrong = wrongNode(trail);
  return wrong === undefined ? 1 : nodeScores[wrong];
}

/** "tool_decision right → tool_types right → tool_params wrong: text is absent" */
export function showTrail({ steps }: Trail): string {
  return steps.map(({ node, ok, reason }) => (ok ? `${node} right` : `${node} wrong: ${reason}`)).join(" → ");
}

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

import type { Quote } from "../../../shape/index.ts";

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

import { type DagNode, isMetric, questionFaults, valueFaults, wantedBranches } from "./node.ts";

/** The structure of a graph, however it was written. The checks look only at this. */
export interface Outline {
  /** An accepted graph has exactly one. */
  roots: readonly string[];
  nodes: readonly OutlineNode[];
}

export interface OutlineNode {
  id: string;
  kind: Exclude<DagNode, { score: unknown }>["kind"] | "metric";
  /** The nodes that each branch leads to; exactly one in an accepted graph. */
  ways: readonly { branch: string; targets: readonly string[] }[];
  /** The branches that it must have, if its kind prescribes them. */
  wanted?: readonly string[] | undefined;
  /** What else is wrong with the node by itself. */
  faults: readonly string[];
}

/**
 * Every node that can be reached, each once, from the root downwards, branch by branch. Verdicts without an id are
 * numbered in this order.
 */
export function namedNodes(root: unknown): { id: string; node: DagNode }[] {
  const nodes = new Set<DagNode>();
  const visit = (value: unknown): void => {
    for (const node of [value].flat().filter(isNode)) {
      if (nodes.has(node)) continue;
      nodes.add(node);
      for (const [, target] of targetsOf(node)) visit(target);
    }
  };
  visit(root);
  const taken = new Set([...nodes].map(ownId));
  let leaves = 0;
  const freeId = (): string => {
    const id = `leaf:${++leaves}`;
    return taken.has(id) ? freeId() : id;
  };
  return [...nodes].map((node) => ({ id: ownId(node) ?? freeId(), node }));
}

function ownId(node: DagNode): string | undefined {
  return isMetric(node) ? node.name : node.id;
}

const kinds: ReadonlySet<unknown> = new Set(["task", "binary", "choice", "code", "verdict"]);

function isNode(value: unknown): value is DagNode {
  if (typeof value !== "object" || value === null) return false;
  return isMetric(value) || ("kind" in value && kinds.has(value.kind));
}

/** The branches of a node and where they lead, also those that only JavaScript lets through. */
function targetsOf(node: DagNode): [branch: string, target: unknown][] {
  if (isMetric(node) || node.kind === "verdict") return [];
  return Object.entries(node.branches ?? {});
}

/** The outline of a graph of nodes. */
export function outlineOf(root: unknown): Outline {
  const named = namedNodes(root);
  const ids = new Map(named.map(({ id, node }) => [node, id]));
  const idsOf = (target: unknown) => [target].flat().flatMap((one) => (isNode(one) ? (ids.get(one) ?? []) : []));
  return {
    roots: idsOf(root),
    nodes: named.map(({ id, node }) => ({
      id,
      kind: isMetric(node) ? "metric" : node.kind,
      ways: targetsOf(node).map(([branch, target]) => ({ branch, targets: idsOf(target) })),
      wanted: isMetric(node) ? undefined : wantedBranches(node),
      faults: faultsOf(node),
    })),
  };
}

/** What is wrong with a node by itself. */
function faultsOf(node: DagNode): string[] {
  if (isMetric(node)) {
    return node.zeroTolerance
      ? ["can fail a whole run, so every trial must reach it: put it beside the graph, among the suite's metrics"]
      : [];
  }
  if (node.kind === "verdict") return valueFaults(node.value);
  if (node.kind !== "code") return questionFaults(node.question);
  return typeof node.decide === "function" ? [] : ["has no function: give one that names a branch"];
}

import type { Judge } from "../../../judge/index.ts";
import type { Metric } from "../../types.ts";
import { type Branches, type DagNode, isMetric } from "./node.ts";
import { namedNodes } from "./outline.ts";

/** The metrics that are leaves of a graph. */
export function leafMetrics(root: DagNode): Metric[] {
  return namedNodes(root)
    .map(({ node }) => node)
    .filter(isMetric);
}

/** The same graph with some metrics replaced; nodes that were shared stay shared. */
export function withMetrics(root: DagNode, others: ReadonlyMap<Metric, Metric>): DagNode {
  const copies = new Map<DagNode, DagNode>();
  const copyOf = (node: DagNode): DagNode => {
    const copy = copies.get(node) ?? make(node);
    copies.set(node, copy);
    return copy;
  };
  const branchesOf = (branches: Branches): Branches =>
    Object.fromEntries(Object.entries(branches).map(([branch, node]) => [branch, copyOf(node)]));
  const make = (node: DagNode): DagNode => {
    if (isMetric(node)) return others.get(node) ?? node;
    if (node.kind === "verdict") return node;
    if (node.kind === "task") return { ...node, branches: { next: copyOf(node.branches.next) } };
    if (node.kind !== "binary") return { ...node, branches: branchesOf(node.branches) };
    return { ...node, branches: { yes: copyOf(node.branches.yes), no: copyOf(node.branches.no) } };
  };
  return copyOf(root);
}

/** The judge for a leaf. Its calls are recorded under both names, as the suite may also use the metric on its own. */
export function judgeOfLeaf(dag: string, judge: Judge): Judge {
  return { repeat: judge.repeat, model: (metric, name) => judge.model(`${dag}/${metric}`, name) };
}

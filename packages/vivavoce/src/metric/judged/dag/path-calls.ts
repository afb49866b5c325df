import type { Case } from "../../../case/index.ts";
import { judgeCalls } from "../../judge-calls.ts";
import { type DagNode, isMetric } from "./node.ts";

/** How many judge calls the longest path takes. */
export function mostCallsOnAPath(root: DagNode, callsOfNode: number, testCase: Case): number {
  const known = new Map<DagNode, number>();
  const from = (node: DagNode): number => {
    const calls = known.get(node) ?? count(node);
    known.set(node, calls);
    return calls;
  };
  const count = (node: DagNode): number => {
    if (isMetric(node)) return judgeCalls(node, testCase);
    if (node.kind === "verdict") return 0;
    return Math.max(...Object.values<DagNode>(node.branches).map(from)) + (node.kind === "code" ? 0 : callsOfNode);
  };
  return from(root);
}

/** How many judge calls a score takes, if every path takes the same number: one for each judged node. */
export function callsOnEveryPath(root: DagNode, callsOfNode: number): number | undefined {
  const known = new Map<DagNode, number | undefined>();
  const from = (node: DagNode): number | undefined => {
    if (!known.has(node)) known.set(node, count(node));
    return known.get(node);
  };
  const count = (node: DagNode): number | undefined => {
    if (isMetric(node)) return node.judged ? node.calls : 0;
    if (node.kind === "verdict") return 0;
    const below = Object.values<DagNode>(node.branches).map(from);
    const [first] = below;
    if (first === undefined || below.some((calls) => calls !== first)) return undefined;
    return first + (node.kind === "code" ? 0 : callsOfNode);
  };
  return from(root);
}

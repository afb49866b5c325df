import { InputError, nearest, type Problem } from "../../../base/index.ts";
import { type DagJson, type DagJsonNode, dagJsonSchema } from "../../../shape/index.ts";
import { checkGraph } from "./check-graph.ts";
import { outlineOfJson } from "./graph-json.ts";
import type { Branches, DagNode } from "./node.ts";
import type { DagRegistry } from "./to-json.ts";

/**
 * The graph in JSON that `dagToJson` or a person wrote; give it to `dag` as its root. It is checked like any other graph,
 * and refused if it names a function or a metric that the registry does not have.
 *
 * @example dag({ name: "booking", root: dagFromJson(JSON.parse(text), { codes: { wrote }, metrics: { tools: toolUse() } }) })
 */
export function dagFromJson(json: unknown, registry: DagRegistry = {}): DagNode {
  checkGraph("graph", outlineOfJson(json));
  const graph = dagJsonSchema.parse(json);
  const problems = graph.nodes.flatMap((node) => unknownNames(node, registry));
  if (problems.length > 0) throw new InputError(problems);
  return rebuild(graph, registry);
}

function unknownNames(node: DagJsonNode, { codes = {}, metrics = {} }: DagRegistry): Problem[] {
  if (node.kind === "code" && !Object.hasOwn(codes, node.code)) return [unknown("code", node.id, node.code, codes)];
  if (node.kind !== "metric" || Object.hasOwn(metrics, node.metric)) return [];
  return [unknown("metric", node.id, node.metric, metrics)];
}

function unknown(what: string, id: string, name: string, known: object): Problem {
  const names = Object.keys(known);
  const near = nearest(name, names);
  return {
    message: `${what} ${id} names ${JSON.stringify(name)}, and the registry has no such ${what}`,
    remedy:
      near === undefined
        ? `Give it to the registry: { ${what}s: { ${name}: … } }.`
        : `Did you mean ${JSON.stringify(near)}?`,
  };
}

/** Makes each node once, however many branches lead to it. The graph has been checked for cycles, so this ends. */
function rebuild({ root, nodes }: DagJson, { codes = {}, metrics = {} }: DagRegistry): DagNode {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const made = new Map<string, DagNode>();
  const nodeOf = (id: string): DagNode => {
    const before = made.get(id);
    if (before) return before;
    const node = make(byId.get(id));
    made.set(id, node);
    return node;
  };
  const branchesOf = (branches: Readonly<Record<string, string>>): Branches =>
    Object.fromEntries(Object.entries(branches).map(([branch, id]) => [branch, nodeOf(id)]));
  const make = (node: DagJsonNode | undefined): DagNode => {
    if (node?.kind === "task") return { ...node, branches: { next: nodeOf(node.branches.next ?? "") } };
    if (node?.kind === "binary") {
      const { yes = "", no = "" } = node.branches;
      return { ...node, branches: { yes: nodeOf(yes), no: nodeOf(no) } };
    }
    if (node?.kind === "choice") return { ...node, branches: branchesOf(node.branches) };
    if (node?.kind === "verdict") return node;
    const known = node?.kind === "code" ? codes[node.code] : undefined;
    if (node?.kind === "code" && known) {
      return { kind: "code", id: node.id, decide: known, branches: branchesOf(node.branches) };
    }
    const metric = node?.kind === "metric" ? metrics[node.metric] : undefined;
    if (metric) return metric;
    throw new Error("a node is missing from a graph that was checked");
  };
  return nodeOf(root);
}

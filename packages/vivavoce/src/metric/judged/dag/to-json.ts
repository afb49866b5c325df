import { InputError, type Problem } from "../../../base/index.ts";
import type { DagJson, DagJsonNode } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import { checkGraph } from "./check-graph.ts";
import { type CodeNode, type DagNode, type Decide, isMetric } from "./node.ts";
import { namedNodes, outlineOf } from "./outline.ts";

/** Functions and metrics by name. JSON cannot hold them, so a graph in JSON refers to them by name. */
export interface DagRegistry {
  /** The functions of `dag.code` nodes, by name. */
  codes?: Readonly<Record<string, Decide>> | undefined;
  /** The metrics that are leaves, by name. */
  metrics?: Readonly<Record<string, Metric>> | undefined;
}

/**
 * A graph as JSON, from which `dagFromJson` makes the same graph. Functions and metrics stand there by their names in
 * the registry; a graph with one that the registry does not have is refused.
 *
 * @example writeFileSync("graph.json", JSON.stringify(dagToJson(root, { codes: { wrote } })))
 */
export function dagToJson(root: DagNode, registry: DagRegistry = {}): DagJson {
  checkGraph("graph", outlineOf(root));
  const problems: Problem[] = [];
  const named = (what: string, id: string, name: string | undefined): string => {
    if (name !== undefined) return name;
    problems.push({
      message: `${what} ${id} cannot be written as JSON: the registry does not have it`,
      remedy: `Give the registry ${what === "code" ? "its function" : "it"} under a name: { ${what}s: { … } }.`,
    });
    return id;
  };
  const json = graphOf(root, {
    code: ({ id, decide }) =>
      named(
        "code",
        id,
        keyOf(registry.codes, (one) => one === decide),
      ),
    metric: ({ name, identity }) =>
      named(
        "metric",
        name,
        keyOf(registry.metrics, (one) => one.identity.hash === identity.hash),
      ),
  });
  if (problems.length > 0) throw new InputError(problems);
  return json;
}

function keyOf<Value>(
  record: Readonly<Record<string, Value>> = {},
  isIt: (value: Value) => boolean,
): string | undefined {
  return Object.entries(record).find(([, value]) => isIt(value))?.[0];
}

interface Names {
  code(node: CodeNode): string;
  metric(metric: Metric): string;
}

const ownNames: Names = { code: ({ id }) => id, metric: ({ name }) => name };

/** The structure of a checked graph, to draw or store it. */
export function graphOf(root: DagNode, names: Names = ownNames): DagJson {
  const named = namedNodes(root);
  const ids = new Map(named.map(({ id, node }) => [node, id]));
  const idOf = (node: DagNode) => ids.get(node) ?? "";
  const branchesOf = (branches: Readonly<Record<string, DagNode>>) =>
    Object.fromEntries(Object.entries(branches).map(([branch, node]) => [branch, idOf(node)]));
  const nodes = named.map(({ id, node }): DagJsonNode => {
    if (isMetric(node)) return { kind: "metric", id, metric: names.metric(node) };
    if (node.kind === "verdict") return { kind: "verdict", id, value: node.value, reason: node.reason };
    const branches = branchesOf(node.branches);
    if (node.kind === "code") return { kind: "code", id, code: names.code(node), branches };
    const { kind, question } = node;
    return kind === "choice"
      ? { kind, id, question, options: { ...node.options }, branches }
      : { kind, id, question, branches };
  });
  return { version: 1, root: idOf(root), nodes };
}

import type { z } from "zod";
import { InputError, nearest, type Problem } from "../../../base/index.ts";
import { type DagJson, type DagJsonNode, dagJsonSchema, looseDagSchema } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import { checkGraph, namedNodes, outlineOf } from "./check-graph.ts";
import { type DagNode, type Decide, isMetric, mapped, type NodeOf, needsOf } from "./node.ts";

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
  const named = (what: string, id: string, [name]: readonly [string?, unknown?] = []): string => {
    if (name !== undefined) return name;
    problems.push({
      message: `${what} ${id} cannot be written as JSON: the registry does not have it`,
      remedy: `Give the registry ${what === "code" ? "its function" : "it"} under a name: { ${what}s: { … } }.`,
    });
    return id;
  };
  const codes = Object.entries(registry.codes ?? {});
  const metrics = Object.entries(registry.metrics ?? {});
  const json = graphOf(root, {
    code: ({ id, decide }) =>
      named(
        "code",
        id,
        codes.find(([, one]) => one === decide),
      ),
    metric({ name, identity: { hash } }) {
      return named(
        "metric",
        name,
        metrics.find(([, one]) => one.identity.hash === hash),
      );
    },
  });
  if (problems.length > 0) throw new InputError(problems);
  return json;
}

interface Names {
  code(node: NodeOf<"code">): string;
  metric(metric: Metric): string;
}

const ownNames: Names = { code: ({ id }) => id, metric: ({ name }) => name };

/** The structure of a checked graph, to draw or store it. */
export function graphOf(root: DagNode, names: Names = ownNames): DagJson {
  const named = namedNodes(root);
  const ids = new Map(named.map(({ id, node }) => [node, id]));
  const idOf = (node: DagNode) => ids.get(node) ?? "";
  const nodes = named.map(({ id, node }): DagJsonNode => {
    if (isMetric(node)) return { kind: "metric", id, metric: names.metric(node) };
    if (node.kind === "verdict") return { kind: "verdict", id, value: node.value, reason: node.reason };
    const branches = mapped<DagNode, string>(node.branches, idOf);
    if (node.kind === "code") return { kind: "code", id, code: names.code(node), branches };
    const { kind, question } = node;
    return kind === "choice"
      ? { kind, id, question, options: { ...node.options }, branches }
      : { kind, id, question, branches };
  });
  return { version: 1, root: idOf(root), nodes };
}

/** The outline of a graph that was written as JSON. Throws an InputError if it is not a graph at all. */
function outlineOfJson(json: unknown) {
  const parsed = looseDagSchema.safeParse(json);
  if (!parsed.success) throw new InputError(parsed.error.issues.map(problemOf));
  const { root, nodes } = parsed.data;
  return {
    roots: [root].flat(),
    nodes: nodes.map((node) => ({
      id: node.id,
      kind: node.kind,
      ways: Object.entries("branches" in node ? node.branches : {}).map(([branch, target]) => ({
        branch,
        targets: [target].flat(),
      })),
      ...(node.kind === "code" || node.kind === "metric" ? { faults: [] } : needsOf(node)),
    })),
  };
}

function problemOf({ path, message }: z.core.$ZodIssue): Problem {
  return { message: `the graph's JSON${path.length === 0 ? "" : ` at ${path.join(".")}`}: ${message}` };
}

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
  const make = (node: DagJsonNode | undefined): DagNode => {
    if (node?.kind === "verdict") return node;
    const metric = node?.kind === "metric" ? metrics[node.metric] : undefined;
    if (metric) return metric;
    const decide = node?.kind === "code" ? codes[node.code] : undefined;
    if (!node || node.kind === "metric" || (node.kind === "code" && !decide))
      throw new Error("a node is missing from a graph that was checked");
    const branches = mapped(node.branches, nodeOf);
    return (node.kind === "code" ? { kind: "code", id: node.id, decide, branches } : { ...node, branches }) as DagNode;
  };
  return nodeOf(root);
}

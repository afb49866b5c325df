import { nearest } from "../../../base/index.ts";
import { type OptionFault, refuseFaults } from "../../known-options.ts";
import { type DagNode, isMetric, needsOf } from "./node.ts";

/**
 * Refuses a graph unless exactly one leaf is certain to decide. Refused are graphs without a root or with two, with a branch
 * that leads nowhere or to two nodes, with an option that has no branch, with a cycle, or with nodes that no branch reaches.
 */
export function checkGraph(name: string, outline: Outline): void {
  const { nodes } = outline;
  const ids = nodes.map(({ id }) => id);
  refuseFaults(name, [
    ...rootFaults(outline, ids),
    ...idFaults(outline, ids),
    ...nodes.flatMap((node) => nodeFaults(node, ids)),
    // If two nodes share an id, nobody can say where the branches lead.
    ...(new Set(ids).size === ids.length ? wayFaults(outline) : []),
  ]);
}

function rootFaults({ roots }: Outline, ids: readonly string[]): OptionFault[] {
  const [root, ...others] = roots;
  if (root === undefined) return [[true, "the graph has no root", "Name the node that it begins with."]];
  if (others.length === 0) return [noSuchNode("the root", root, ids)];
  const message = `two leaves could decide: the graph has ${roots.length} roots (${roots.join(", ")})`;
  return [[true, message, "Begin with one of them, and let it lead to the others."]];
}

function idFaults({ nodes }: Outline, ids: readonly string[]): OptionFault[] {
  const doubled = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const share = "Give each its own; to share a node between branches use the same object.";
  return [
    ...[...doubled].map((id): OptionFault => [true, `two nodes have the id ${JSON.stringify(id)}`, share]),
    ...nodes.map(({ id, kind }): OptionFault => {
      // A metric keeps its own name: the judge never sees it here.
      const isStrange = kind !== "metric" && !/^[\w.:-]+$/.test(id);
      return [isStrange, `${JSON.stringify(id)} is not an id for a node`, "Use letters, digits and _ . : -"];
    }),
  ];
}

function nodeFaults(node: OutlineNode, ids: readonly string[]): OptionFault[] {
  const { id, kind, ways, faults } = node;
  return [
    ...faults.map((fault): OptionFault => [true, `${kind} ${id} ${fault}`]),
    ...branchFaults(node),
    ...ways.flatMap(({ branch, targets }): OptionFault[] => {
      const where = `branch ${JSON.stringify(branch)} of ${id}`;
      const [target, ...others] = targets;
      const give = "Give it a node: a question, a verdict or a metric.";
      if (target === undefined) return [[true, `${where} leads nowhere`, give]];
      if (others.length === 0) return [noSuchNode(where, target, ids)];
      const message = `two leaves could decide: ${where} leads to ${targets.length} nodes (${targets.join(", ")})`;
      return [[true, message, "Let it lead to one of them, and that one to the others."]];
    }),
  ];
}

function branchFaults({ id, kind, ways, wanted }: OutlineNode): OptionFault[] {
  const given = ways.map(({ branch }) => branch);
  const all = [...new Set([...given, ...(wanted ?? [])])];
  const alike = all.filter((branch, index) => all.findIndex((other) => folded(other) === folded(branch)) < index);
  const decides = kind === "choice" || kind === "code";
  return [
    ...(wanted ?? []).map((branch): OptionFault => {
      const message = `${kind} ${id} has no branch for ${JSON.stringify(branch)}`;
      return [!given.includes(branch), message, "Give the node that this answer leads to."];
    }),
    ...given.map((branch): OptionFault => {
      const message = `${kind} ${id} has a branch ${JSON.stringify(branch)} that no answer takes`;
      return [wanted && !wanted.includes(branch), message, `It answers with: ${wanted?.join(", ")}.`];
    }),
    ...alike.map((branch): OptionFault => {
      const message = `two leaves could decide: ${id} has two branches for ${JSON.stringify(folded(branch))}`;
      return [true, message, "Give them names that differ in more than blanks and capitals."];
    }),
    [decides && all.length < 2, `${kind} ${id} has nothing to choose between`, "Give it two branches or more."],
  ];
}

function folded(branch: string): string {
  return branch.trim().toLowerCase();
}

/** Cycles, and nodes that no branch reaches. */
function wayFaults({ roots, nodes }: Outline): OptionFault[] {
  if (roots.length === 0) return [];
  const circle = findCycle(nodes);
  const ways = waysOf(nodes);
  const reached = new Set(roots);
  // Iterating over a set also visits what is added on the way.
  for (const id of reached) for (const target of ways.get(id) ?? []) reached.add(target);
  const elsewhere = "Let one of them lead elsewhere: a graph must not have cycles.";
  return [
    [circle !== undefined, `the graph runs in a circle: ${circle?.join(" → ")}`, elsewhere],
    ...nodes.map(({ id }): OptionFault => {
      return [!reached.has(id), `no branch leads to ${id}`, "Let a branch lead to it, or leave it out."];
    }),
  ];
}

function noSuchNode(where: string, id: string, ids: readonly string[]): OptionFault {
  const near = nearest(id, ids);
  const message = `${where} leads to ${JSON.stringify(id)}, and there is no such node`;
  const remedy = near === undefined ? `There are: ${ids.join(", ")}.` : `Did you mean ${JSON.stringify(near)}?`;
  return [!ids.includes(id), message, remedy];
}

function waysOf(nodes: readonly Pick<OutlineNode, "id" | "ways">[]): Map<string, string[]> {
  return new Map(nodes.map(({ id, ways }) => [id, ways.flatMap(({ targets }) => targets)]));
}

/** The first cycle in a graph, with its first node at both ends: ["a", "b", "a"]. */
function findCycle(nodes: readonly Pick<OutlineNode, "id" | "ways">[]): string[] | undefined {
  const ways = waysOf(nodes);
  const clear = new Set<string>();
  const circleFrom = (id: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (clear.has(id)) return undefined;
    for (const target of ways.get(id) ?? []) {
      const circle = circleFrom(target, [...path, id]);
      if (circle) return circle;
    }
    clear.add(id);
    return undefined;
  };
  for (const { id } of nodes) {
    const circle = circleFrom(id, []);
    if (circle) return circle;
  }
  return undefined;
}

/** The structure of a graph, however it was written. The checks look only at this. */
interface Outline {
  /** An accepted graph has exactly one. */
  roots: readonly string[];
  nodes: readonly OutlineNode[];
}

interface OutlineNode {
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
      ...ownNeeds(node),
    })),
  };
}

/** What a node needs, beside branches that lead somewhere. */
function ownNeeds(node: DagNode): Pick<OutlineNode, "wanted" | "faults"> {
  if (isMetric(node)) {
    const fault =
      "can fail a whole run, so every trial must reach it: put it beside the graph, among the suite's metrics";
    return { faults: node.zeroTolerance ? [fault] : [] };
  }
  if (node.kind !== "code") return needsOf(node);
  return { faults: typeof node.decide === "function" ? [] : ["has no function: give one that names a branch"] };
}

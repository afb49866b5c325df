import { InputError, nearest, type Problem } from "../../../base/index.ts";
import type { Outline, OutlineNode } from "./outline.ts";

/**
 * Refuses a graph unless exactly one leaf is certain to decide. Refused are graphs without a root or with two, with a branch
 * that leads nowhere or to two nodes, with an option that has no branch, with a cycle, or with nodes that no branch reaches.
 */
export function checkGraph(name: string, outline: Outline): void {
  const problems = [
    ...rootProblems(outline),
    ...idProblems(outline),
    ...outline.nodes.flatMap((node) => nodeProblems(node, outline)),
    ...wayProblems(outline),
  ];
  if (problems.length === 0) return;
  throw new InputError(problems.map((problem) => ({ ...problem, message: `${name}: ${problem.message}` })));
}

function rootProblems({ roots, nodes }: Outline): Problem[] {
  const [root] = roots;
  if (root === undefined) return [{ message: "the graph has no root", remedy: "Name the node that it begins with." }];
  if (roots.length > 1) {
    const message = `two leaves could decide: the graph has ${roots.length} roots (${roots.join(", ")})`;
    return [{ message, remedy: "Begin with one of them, and let it lead to the others." }];
  }
  return nodes.some(({ id }) => id === root) ? [] : [noSuchNode("the root", root, nodes)];
}

function idProblems({ nodes }: Outline): Problem[] {
  const ids = nodes.map(({ id }) => id);
  const doubled = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [
    ...[...doubled].map((id) => ({
      message: `two nodes have the id ${JSON.stringify(id)}`,
      remedy: "Give each its own; to share a node between branches use the same object.",
    })),
    ...nodes
      // A metric keeps its own name: the judge never sees it here.
      .filter(({ id, kind }) => kind !== "metric" && !/^[\w.:-]+$/.test(id))
      .map(({ id }) => ({
        message: `${JSON.stringify(id)} is not an id for a node`,
        remedy: "Use letters, digits and _ . : -",
      })),
  ];
}

function nodeProblems(node: OutlineNode, { nodes }: Outline): Problem[] {
  const { id, kind, ways, faults } = node;
  return [
    ...faults.map((fault) => ({ message: `${kind} ${id} ${fault}` })),
    ...branchProblems(node),
    ...ways.flatMap(({ branch, targets }): Problem[] => {
      const where = `branch ${JSON.stringify(branch)} of ${id}`;
      if (targets.length === 0) {
        return [{ message: `${where} leads nowhere`, remedy: "Give it a node: a question, a verdict or a metric." }];
      }
      if (targets.length > 1) {
        const message = `two leaves could decide: ${where} leads to ${targets.length} nodes (${targets.join(", ")})`;
        return [{ message, remedy: "Let it lead to one of them, and that one to the others." }];
      }
      return targets
        .filter((target) => !nodes.some((one) => one.id === target))
        .map((target) => noSuchNode(where, target, nodes));
    }),
  ];
}

function branchProblems({ id, kind, ways, wanted }: OutlineNode): Problem[] {
  const given = ways.map(({ branch }) => branch);
  const all = [...new Set([...given, ...(wanted ?? [])])];
  const alike = all.filter((branch, index) => all.findIndex((other) => folded(other) === folded(branch)) < index);
  const decides = kind === "choice" || kind === "code";
  return [
    ...(wanted ?? [])
      .filter((branch) => !given.includes(branch))
      .map((branch) => ({
        message: `${kind} ${id} has no branch for ${JSON.stringify(branch)}`,
        remedy: "Give the node that this answer leads to.",
      })),
    ...given
      .filter((branch) => wanted && !wanted.includes(branch))
      .map((branch) => ({
        message: `${kind} ${id} has a branch ${JSON.stringify(branch)} that no answer takes`,
        remedy: `It answers with: ${wanted?.join(", ")}.`,
      })),
    ...alike.map((branch) => ({
      message: `two leaves could decide: ${id} has two branches for ${JSON.stringify(folded(branch))}`,
      remedy: "Give them names that differ in more than blanks and capitals.",
    })),
    ...(decides && all.length < 2
      ? [{ message: `${kind} ${id} has nothing to choose between`, remedy: "Give it two branches or more." }]
      : []),
  ];
}

function folded(branch: string): string {
  return branch.trim().toLowerCase();
}

/** Cycles, and nodes that no branch reaches. Not checked if two nodes share an id: the branches would be ambiguous. */
function wayProblems({ roots, nodes }: Outline): Problem[] {
  if (roots.length === 0 || new Set(nodes.map(({ id }) => id)).size < nodes.length) return [];
  const circle = findCycle(nodes);
  const reached = reachedFrom(roots, nodes);
  return [
    ...(circle
      ? [
          {
            message: `the graph runs in a circle: ${circle.join(" → ")}`,
            remedy: "Let one of them lead elsewhere: a graph must not have cycles.",
          },
        ]
      : []),
    ...nodes
      .filter(({ id }) => !reached.has(id))
      .map(({ id }) => ({ message: `no branch leads to ${id}`, remedy: "Let a branch lead to it, or leave it out." })),
  ];
}

function reachedFrom(roots: readonly string[], nodes: readonly OutlineNode[]): Set<string> {
  const ways = new Map(nodes.map((node) => [node.id, node.ways.flatMap(({ targets }) => targets)]));
  const reached = new Set(roots);
  // Iterating over a set also visits what is added on the way.
  for (const id of reached) for (const target of ways.get(id) ?? []) reached.add(target);
  return reached;
}

function noSuchNode(where: string, id: string, nodes: readonly OutlineNode[]): Problem {
  const ids = nodes.map((node) => node.id);
  const near = nearest(id, ids);
  return {
    message: `${where} leads to ${JSON.stringify(id)}, and there is no such node`,
    remedy: near === undefined ? `There are: ${ids.join(", ")}.` : `Did you mean ${JSON.stringify(near)}?`,
  };
}

/** The first cycle in a graph, with its first node at both ends: ["a", "b", "a"]. */
export function findCycle(nodes: readonly Pick<OutlineNode, "id" | "ways">[]): string[] | undefined {
  const ways = new Map(nodes.map((node) => [node.id, node.ways.flatMap(({ targets }) => targets)]));
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

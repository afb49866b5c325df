import type { OutlineNode } from "./outline.ts";

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

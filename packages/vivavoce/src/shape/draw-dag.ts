import { safeLine } from "../base/index.ts";
import type { DagJson, DagJsonNode } from "./graph.ts";

/**
 * A graph as text, for a terminal: every question with its branches. A node that several branches share is drawn once,
 * where it comes first. The nodes of `path`, such as those on the path of a score, are marked.
 *
 * @example
 * console.log(drawDag(booking.graph));
 * // asks-first: Does the agent ask before it archives?
 * // ├─ yes → 1.00  it asks
 * // └─ no → 0.00  it does not
 */
export function drawDag({ root, nodes }: DagJson, path: readonly string[] = []): string {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const drawn = new Set<string>();
  const draw = (id: string, lead: string, margin: string): string[] => {
    const node = byId.get(id);
    if (!node) return [`${lead}?`];
    const mark = path.includes(id) ? "● " : "";
    const ways = waysOf(node);
    if (drawn.has(id) && ways.length > 0) return [`${lead}${mark}${id}, as above`];
    drawn.add(id);
    return [
      `${lead}${mark}${titleOf(node)}`,
      ...ways.flatMap(([branch, target], index) => {
        const last = index === ways.length - 1;
        return draw(target, `${margin}${last ? "└─" : "├─"} ${branch} → `, `${margin}${last ? "   " : "│  "}`);
      }),
    ];
  };
  return draw(root, "", "").join("\n");
}

function waysOf(node: DagJsonNode): [branch: string, target: string][] {
  return "branches" in node
    ? Object.entries(node.branches).map(([branch, target]) => [safeLine(branch, 60), target])
    : [];
}

function titleOf(node: DagJsonNode): string {
  if (node.kind === "verdict") return `${node.value.toFixed(2)}  ${safeLine(node.reason, 100)}`.trimEnd();
  if (node.kind === "metric") return `metric ${safeLine(node.metric, 60)}`;
  if (node.kind === "code") return `${node.id} (code${node.code === node.id ? "" : ` ${safeLine(node.code, 60)}`})`;
  return `${node.id}${node.kind === "task" ? " (task)" : ""}: ${safeLine(node.question, 100)}`;
}

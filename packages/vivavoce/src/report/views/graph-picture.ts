import { z } from "zod";
import { safeLine } from "../../base/index.ts";
import { type DagJson, dagJsonSchema, drawDag, type Score } from "../../shape/index.ts";

const nodeWidth = 190;
const nodeHeight = 58;
const gap = 96;
const step = { x: nodeWidth + gap, y: nodeHeight + 22 };
const margin = 8;
/** Larger graphs are not drawn here; `viva show --dag` draws them as text. */
const mostNodes = 60;

/** The graph that decided a score, and the path through it; undefined if no graph did, or one that is too large. */
export function decidedPicture(score: Score) {
  const decided = decidedBy(score);
  if (!decided || decided.graph.nodes.length > mostNodes) return undefined;
  return { ...graphPicture(decided.graph), path: decided.path };
}

/** A decision graph laid out from left to right, ready to be drawn. Places leaves below each other, and each question in the middle of its branches. Shared nodes are drawn once. */
function graphPicture({ root, nodes }: DagJson) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const columns = columnsOf(root, byId);
  const rows = rowsOf(root, byId);
  const placed = [...rows.keys()].map((id) => {
    const x = margin + (columns.get(id) ?? 0) * step.x;
    const y = margin + (rows.get(id) ?? 0) * step.y;
    const size = { width: nodeWidth, height: nodeHeight };
    return { id, kind: byId.get(id)?.kind ?? "missing", x, y, ...size, lines: linesOf(byId.get(id)) };
  });
  const at = new Map(placed.map((node) => [node.id, node]));
  const edges = placed.flatMap((from) =>
    waysOf(byId.get(from.id)).flatMap(([label, target]) => {
      const to = at.get(target);
      return to ? [edge(from, to, label)] : [];
    }),
  );
  return {
    width: Math.max(...placed.map(({ x }) => x)) + nodeWidth + margin,
    height: Math.max(...placed.map(({ y }) => y)) + nodeHeight + margin,
    nodes: placed,
    edges,
  };
}

type Nodes = ReadonlyMap<string, DagJson["nodes"][number]>;

function waysOf(node: DagJson["nodes"][number] | undefined): [label: string, target: string][] {
  return node && "branches" in node ? Object.entries(node.branches) : [];
}

/** The longest path from the root, so that every edge leads to the right. Edges back to a question above do not count. */
function columnsOf(root: string, nodes: Nodes): Map<string, number> {
  const edges = forwardEdges(root, nodes);
  const columns = new Map([[root, 0]]);
  // A path can be at most this long.
  for (let round = 0; round < nodes.size; round++) {
    for (const [from, to] of edges) {
      columns.set(to, Math.max(columns.get(to) ?? 0, (columns.get(from) ?? 0) + 1));
    }
  }
  return columns;
}

function forwardEdges(root: string, nodes: Nodes): [from: string, to: string][] {
  const edges: [string, string][] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (id: string): void => {
    state.set(id, "open");
    for (const [, target] of waysOf(nodes.get(id))) {
      if (!nodes.has(target) || state.get(target) === "open") continue;
      edges.push([id, target]);
      if (!state.has(target)) visit(target);
    }
    state.set(id, "done");
  };
  visit(root);
  return edges;
}

function rowsOf(root: string, nodes: Nodes): Map<string, number> {
  const rows = new Map<string, number>();
  let next = 0;
  const visit = (id: string): number => {
    const before = rows.get(id);
    if (before !== undefined) return before;
    // Set first, so that a cycle ends; moved to the middle when its branches are placed.
    rows.set(id, next);
    const fresh = waysOf(nodes.get(id)).flatMap(([, target]) => {
      return nodes.has(target) && !rows.has(target) ? [visit(target)] : [];
    });
    const [first] = fresh;
    const row = first === undefined ? next++ : (first + (fresh.at(-1) ?? first)) / 2;
    rows.set(id, row);
    return row;
  };
  if (nodes.has(root)) visit(root);
  return rows;
}

type Placed = { id: string; x: number; y: number };

function edge(from: Placed, to: Placed, label: string) {
  const [x1, y1] = [from.x + nodeWidth, from.y + nodeHeight / 2];
  const [x2, y2] = [to.x, to.y + nodeHeight / 2];
  // Up or down in the gap after the question, then straight on, so that no node is crossed.
  const turn = x1 + gap;
  const path = `M${x1} ${y1}C${x1 + gap / 2} ${y1} ${x1 + gap / 2} ${y2} ${turn} ${y2}H${x2}`;
  return { from: from.id, to: to.id, label: safeLine(label, 14), path, labelX: turn - 8, labelY: y2 - 5 };
}

/** At most three lines. */
function linesOf(node: DagJson["nodes"][number] | undefined): string[] {
  if (!node) return ["?"];
  if (node.kind === "verdict") return [node.value.toFixed(2), ...wrapped(node.reason, 2)];
  if (node.kind === "metric") return ["metric", ...wrapped(node.metric, 2)];
  if (node.kind === "code")
    return [`${safeLine(node.id, 24)} (code)`, ...(node.code === node.id ? [] : wrapped(node.code, 2))];
  return wrapped(node.question, 3);
}

const charactersInLine = 29;

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of safeLine(text, charactersInLine * most).split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && longer.length <= charactersInLine) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most).map((line) => safeLine(line, charactersInLine));
  const rest = lines.length > most ? shown.at(-1) : undefined;
  return rest === undefined ? shown : [...shown.slice(0, -1), safeLine(`${rest} ${lines.at(most)}`, charactersInLine)];
}

const decidedSchema = z.looseObject({ graph: dagJsonSchema, path: z.array(z.string()).default([]) });

/** The graph that decided a score, and the nodes on the path to its leaf; undefined if no graph did. */
function decidedBy(score: Score) {
  const decided = score.status === "scored" ? decidedSchema.safeParse(score.detail) : undefined;
  return decided?.success ? decided.data : undefined;
}

/** The decision graphs among a trial's scores, drawn as text, with the path that was taken. */
export function dagText(scores: readonly Score[]): string {
  return scores
    .flatMap((score) => {
      const decided = decidedBy(score);
      return decided ? [`${score.metric}\n${drawDag(decided.graph, decided.path)}`] : [];
    })
    .join("\n\n");
}

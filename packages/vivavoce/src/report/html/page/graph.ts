import type { PageDocument, PageElement } from "./dom.ts";

/** A decision graph laid out from left to right, ready to be drawn. */
export interface GraphPicture {
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: { from: string; to: string; label: string; path: string; labelX: number; labelY: number }[];
}

export interface GraphNode {
  id: string;
  kind: string;
  x: number;
  y: number;
  /** At most three lines. */
  lines: string[];
}

export const nodeWidth = 190;
export const nodeHeight = 58;

/** Attributes of a drawing: numbers, a path, a class. */
type Drawn = Readonly<Partial<Record<"class" | "d" | "viewBox" | "role" | "text-anchor", string>>> &
  Readonly<Partial<Record<"x" | "y" | "width" | "height" | "rx", number>>>;

/** A decision graph as a picture, with the judgement's path highlighted. */
export function graphDrawing(picture: GraphPicture, path: readonly string[], page: PageDocument): PageElement {
  const draw = (name: string, attributes: Drawn, ...children: (PageElement | string)[]): PageElement => {
    const drawn = page.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) drawn.setAttribute(attribute, String(value));
    drawn.append(...children);
    return drawn;
  };
  const taken = (from: string, to: string) => path.some((id, index) => id === from && path[index + 1] === to);
  const { width, height, nodes, edges } = picture;
  return draw(
    "svg",
    { class: "graph", role: "img", viewBox: `0 0 ${width} ${height}`, width, height },
    ...edges.map((edge) => draw("path", { class: taken(edge.from, edge.to) ? "taken" : "", d: edge.path })),
    ...nodes.map(({ id, kind, x, y, lines }) =>
      draw(
        "g",
        { class: `${kind}${path.includes(id) ? " taken" : ""}` },
        draw("rect", { x, y, width: nodeWidth, height: nodeHeight, rx: kind === "verdict" ? 20 : 6 }),
        ...lines.map((line, index) => {
          const top = y + nodeHeight / 2 - (lines.length - 1) * 8 + index * 16 + 4;
          return draw("text", { x: x + nodeWidth / 2, y: top, "text-anchor": "middle" }, line);
        }),
      ),
    ),
    ...edges.map(({ label, labelX, labelY }) =>
      draw("text", { class: "branch", x: labelX, y: labelY, "text-anchor": "end" }, label),
    ),
  );
}

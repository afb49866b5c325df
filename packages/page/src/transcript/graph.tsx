import { keyed } from "../parts/keyed.tsx";
import type { CaseTrial } from "./trial.ts";

type Drawing = NonNullable<CaseTrial["scores"][number]["graph"]>;

/** A decision graph as a picture, with the judgement's path highlighted. */
export function Graph({ graph: { width, height, nodes, edges, path }, about }: { graph: Drawing; about: string }) {
  const taken = (from: string, to: string) => path.some((id, index) => id === from && path[index + 1] === to);
  const way = path.map((id) => nodes.find((node) => node.id === id)?.lines.join(" ") ?? id).join(", then ");
  return (
    <svg className="graph" role="img" viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <title>{`The decision graph of ${about}. The way taken: ${way}`}</title>
      {edges.map((edge) => (
        <path
          className={taken(edge.from, edge.to) ? "taken" : ""}
          d={edge.path}
          key={`${edge.from} ${edge.label} ${edge.to}`}
        />
      ))}
      {nodes.map(({ id, kind, lines, ...box }) => (
        <g className={`${kind}${path.includes(id) ? " taken" : ""}`} key={id}>
          <rect {...box} rx={kind === "verdict" ? 20 : 6} />
          {keyed(lines, (line, index) => (
            <text
              x={box.x + box.width / 2}
              y={box.y + box.height / 2 - (lines.length - 1) * 8 + index * 16 + 4}
              textAnchor="middle"
            >
              {line}
            </text>
          ))}
        </g>
      ))}
      {edges.map(({ from, to, label, labelX, labelY }) => (
        <text className="branch" x={labelX} y={labelY} textAnchor="end" key={`${from} ${label} ${to}`}>
          {label}
        </text>
      ))}
    </svg>
  );
}

import { showMeasure, showRate, showValue } from "../../../vivavoce/src/report/figures.ts";
import type { AnswerOf } from "../data/load.ts";
import { tone } from "../parts/variant.ts";

type Variants = AnswerOf<"trend">["suites"][number]["variants"];
type Point = Variants[number]["points"][number];

const [width, height, side, top] = [320, 72, 8, 6] as const;
/** Where the scale stands, right of the points. */
const scale = 26;
/** Narrower ranges are widened to this, so that a change by a hundredth does not look like a cliff. */
const leastRange = 0.2;

/** A line for each variant: a point and an interval for each run, and a gap where two runs are not comparable. */
export function TrendPlot({ name, variants, range }: { name: string; variants: Variants; range: Range }) {
  const runs = runsOf(variants);
  const x = (run: string) => {
    const step = runs.length < 2 ? 0 : (width - scale - 2 * side) / (runs.length - 1);
    return round(runs.length < 2 ? (width - scale) / 2 : side + runs.indexOf(run) * step);
  };
  const y = (value: number) => round(top + ((range.hi - value) / (range.hi - range.lo)) * (height - 2 * top));
  const said = variants.map(
    ({ title, points }) => `${title} ${points.map(({ observed }) => showRate(observed?.mean)).join(", ")}`,
  );
  return (
    <svg
      className="wide-picture"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${name}: ${said.join("; ")}`}
    >
      {[range.lo, range.hi].map((value) => (
        <g key={value}>
          <line className="axis" x1={0} x2={width - scale} y1={y(value)} y2={y(value)} />
          <text x={width} y={y(value) + 3} textAnchor="end">
            {showValue(value)}
          </text>
        </g>
      ))}
      {variants.map(({ title, points }, index) => (
        <g key={title} className={tone(index)}>
          <path className="line" d={lineOf(points, x, y)} />
          {points.map((point) => (
            <Dot key={point.run} point={point} at={x(point.run)} y={y} variant={index} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Dot({ point, at, y, variant }: { point: Point; at: number; y(value: number): number; variant: number }) {
  const { run, observed, breakBefore } = point;
  if (!observed) return undefined;
  return (
    <g>
      <title>{`${run}: ${showMeasure(point)}`}</title>
      {breakBefore === undefined ? undefined : <line className="break" x1={at - 5} x2={at - 5} y1={0} y2={height} />}
      <line className="range" x1={at} x2={at} y1={y(observed.lo)} y2={y(observed.hi)} />
      <path d={shapeOf(variant, at, y(observed.mean))} />
    </g>
  );
}

function shapeOf(variant: number, x: number, y: number): string {
  const shapes = [
    `M${x - 3.5} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z`,
    `M${x - 3} ${y - 3}h6v6h-6z`,
    `M${x} ${y - 4}l4 7h-8z`,
    `M${x} ${y - 4}l4 4l-4 4l-4 -4z`,
    `M${x} ${y + 4}l4 -7h-8z`,
    `M${x - 1.2} ${y - 4}h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8v-2.4h2.8z`,
  ];
  return shapes[variant % shapes.length] ?? "";
}

/** Connects the points of comparable runs. */
export function lineOf(points: readonly Point[], x: (run: string) => number, y: (value: number) => number): string {
  let pen = "M";
  return points
    .map(({ run, observed, breakBefore }) => {
      if (!observed) {
        pen = "M";
        return "";
      }
      const move = breakBefore === undefined ? pen : "M";
      pen = "L";
      return `${move}${x(run)} ${y(observed.mean)}`;
    })
    .join("");
}

/** All runs, oldest first: variants may have been played in different ones. */
function runsOf(variants: Variants): string[] {
  const created = new Map(variants.flatMap(({ points }) => points.map(({ run, createdAt }) => [run, createdAt])));
  return [...created].sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([run]) => run);
}

interface Range {
  lo: number;
  hi: number;
}

/** From the lowest value to the highest, with their intervals. */
export function rangeOf(points: readonly Point[]): Range {
  const values = points.flatMap(({ observed: seen }) => (seen ? [seen.mean, seen.lo, seen.hi] : []));
  const [low, high] = [Math.min(1, ...values), Math.max(0, ...values)];
  const missing = Math.max(0, leastRange - (high - low));
  const lo = Math.max(0, Math.min(low - missing / 2, 1 - leastRange));
  return { lo, hi: Math.min(1, Math.max(high + missing / 2, lo + leastRange)) };
}

const round = (value: number) => Number(value.toFixed(1));

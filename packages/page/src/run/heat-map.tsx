import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { showValue } from "../../../vivavoce/src/report/figures.ts";
import { go } from "../data/route.ts";
import { useWidth } from "../parts/use-width.ts";
import { cellOf } from "./case-cell.ts";
import { type HeatLayout, layoutFor, pathsOf } from "./heat-paths.ts";
import type { CaseRow } from "./use-rows.ts";

interface Place {
  metric: number;
  index: number;
}

interface HeatMapProps {
  rows: readonly CaseRow[];
  metrics: readonly string[];
  variant: number;
  /** Says which variant it is, if there are several. */
  title: string;
  href(caseId: string): string;
}

/** Cases from left to right, metrics from top to bottom. The arrow keys or the pointer go over it, Enter or a click opens. */
export function HeatMap({ rows, metrics, variant, title, href }: HeatMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 1_100);
  const layout = useMemo(() => layoutFor(rows.length, width), [rows.length, width]);
  const [place, setPlace] = useState<Place>();
  const current = place && rows[place.index] ? place : undefined;
  const bands = useMemo(
    () => Array.from({ length: Math.ceil(rows.length / layout.perBand) }, (_, band) => band * layout.perBand),
    [rows.length, layout],
  );
  const open = (at: Place | undefined) => {
    const row = at && rows[at.index];
    if (row) go(href(row.id));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") open(current);
    else {
      const next = moved(current, event.key, { rows: rows.length, metrics: metrics.length, perBand: layout.perBand });
      if (!next) return;
      setPlace(next);
    }
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="heat"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself.
      tabIndex={0}
      role="application"
      aria-label={`cases by metric${title === "" ? "" : `, ${title}`}: the arrow keys move, Enter opens the case`}
      onKeyDown={onKey}
      onFocus={() => setPlace((now) => now ?? { metric: 0, index: 0 })}
      onBlur={() => setPlace(undefined)}
    >
      {bands.map((first) => (
        <Band key={first} {...{ rows, metrics, variant, layout, first, current, setPlace, open }} />
      ))}
      <output className="caption facts" aria-live="polite">
        {current ? wordsFor(rows[current.index], metrics, current.metric, variant) : ""}
      </output>
    </div>
  );
}

interface BandProps extends Pick<HeatMapProps, "rows" | "metrics" | "variant"> {
  layout: HeatLayout;
  first: number;
  current: Place | undefined;
  setPlace(place: Place | undefined): void;
  open(place: Place | undefined): void;
}

function Band({ rows, metrics, variant, layout, first, current, setPlace, open }: BandProps) {
  const { cell, left, perBand, width } = layout;
  const height = metrics.length * cell;
  const paths = useMemo(
    () => pathsOf(rows.slice(first, first + perBand), metrics.length, { variant, layout }),
    [rows, first, perBand, metrics.length, variant, layout],
  );
  const find = (event: MouseEvent<SVGSVGElement>): Place | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = width / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - left) / cell);
    const metric = Math.floor(((event.clientY - box.top) * scale) / cell);
    const inside = column >= 0 && column < perBand && metric >= 0 && metric < metrics.length;
    return inside && rows[first + column] ? { metric, index: first + column } : undefined;
  };
  const column = current ? current.index - first : -1;
  return (
    <svg
      className="wide-picture"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      onMouseMove={(event) => setPlace(find(event))}
      onMouseLeave={() => setPlace(undefined)}
      onClick={(event) => open(find(event))}
    >
      {metrics.map((name, metric) => (
        <text key={name} x={left - 8} y={metric * cell + cell / 2 + 3.5} textAnchor="end">
          {shortened(name, Math.floor(left / 6))}
        </text>
      ))}
      {paths.map(([kind, path]) => (
        <path key={kind} className={kind} d={path} />
      ))}
      {current && column >= 0 && column < perBand ? (
        <rect
          className="cursor"
          x={left + column * cell - 1}
          y={current.metric * cell - 1}
          width={cell + 1}
          height={cell + 1}
        />
      ) : undefined}
    </svg>
  );
}

const shortened = (name: string, most: number) => (name.length <= most ? name : `${name.slice(0, most - 1)}…`);

/** Where a key leads to: up and down go on in the next band. */
export function moved(
  place: Place | undefined,
  key: string,
  { rows, metrics, perBand }: { rows: number; metrics: number; perBand: number },
): Place | undefined {
  const { metric, index } = place ?? { metric: 0, index: 0 };
  const last = rows - 1;
  if (key === "ArrowRight") return { metric, index: Math.min(last, index + 1) };
  if (key === "ArrowLeft") return { metric, index: Math.max(0, index - 1) };
  if (key === "Home") return { metric, index: 0 };
  if (key === "End") return { metric, index: last };
  if (key === "ArrowDown") {
    if (metric < metrics - 1) return { metric: metric + 1, index };
    return index + perBand <= last ? { metric: 0, index: index + perBand } : { metric, index };
  }
  if (key !== "ArrowUp") return undefined;
  if (metric > 0) return { metric: metric - 1, index };
  return index >= perBand ? { metric: metrics - 1, index: index - perBand } : { metric, index };
}

function wordsFor(row: CaseRow | undefined, metrics: readonly string[], metric: number, variant: number): string {
  if (!row) return "";
  const { value, missed, without } = cellOf(row, metric, variant);
  const said =
    value === undefined ? without || "no score" : `${showValue(value)}${missed ? ", misses its threshold" : ""}`;
  return `${row.id} · ${metrics[metric]} ${said}`;
}

const kinds = [
  ["h0", "0"],
  ["h1", "under 0.25"],
  ["h2", "under 0.5"],
  ["h3", "under 0.75"],
  ["h4", "under 1"],
  ["h5", "1"],
  ["skipped", "does not apply"],
  ["unscored", "no score"],
  ["miss", "a dot: misses its threshold"],
] as const;

export function HeatLegend() {
  return (
    <div className="legend row">
      {kinds.map(([kind, words]) => (
        <span key={kind}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <path className={kind} d="M0 0h10v10h-10z" />
          </svg>
          {words}
        </span>
      ))}
    </div>
  );
}

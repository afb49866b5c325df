import { cellOf } from "./case-cell.ts";
import type { CaseRow } from "./use-rows.ts";

/** How a heat map fills its width: one unit is one pixel. */
export interface HeatLayout {
  width: number;
  /** Room for the metrics' names. */
  left: number;
  cell: number;
  perBand: number;
}

/** Large cells for few cases; small ones for many, in bands below each other. */
export function layoutFor(cases: number, width: number): HeatLayout {
  const left = Math.min(150, Math.floor(width * 0.3));
  const cell = Math.min(16, Math.max(10, Math.floor((width - left) / Math.max(1, cases))));
  return { width, left, cell, perBand: Math.max(1, Math.floor((width - left) / cell)) };
}

const gap = 1;

/** One path for each colour, so that a map has few elements however many cells it has. */
export function pathsOf(
  rows: readonly CaseRow[],
  metrics: number,
  { variant, layout: { left, cell } }: { variant: number; layout: Pick<HeatLayout, "left" | "cell"> },
): [kind: string, path: string][] {
  const [side, dot] = [cell - gap, (cell - gap - 3) / 2];
  const paths = new Map<string, string>();
  const draw = (kind: string, path: string) => paths.set(kind, (paths.get(kind) ?? "") + path);
  for (let metric = 0; metric < metrics; metric++) {
    for (const [index, row] of rows.entries()) {
      const { value, missed, without } = cellOf(row, metric, variant);
      const kind = value === undefined ? without : `h${shade(value)}`;
      if (kind === "") continue;
      const [x, y] = [left + index * cell, metric * cell];
      draw(kind, `M${x} ${y}h${side}v${side}h-${side}z`);
      if (missed) draw("miss", `M${x + dot} ${y + dot}h3v3h-3z`);
    }
  }
  // The dots lie on top.
  return [...paths].sort(([a], [b]) => Number(a === "miss") - Number(b === "miss"));
}

/** 0 and 1 have a shade of their own; between them four. */
function shade(value: number): number {
  if (value <= 0) return 0;
  return value >= 1 ? 5 : 1 + Math.min(3, Math.floor(value * 4));
}

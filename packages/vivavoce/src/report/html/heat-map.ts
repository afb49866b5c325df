import { safeLine } from "../../base/index.ts";
import { type CaseTable, type CaseTableEntry, caseValue, type TableCell } from "../case-table.ts";
import { showValue } from "../figures.ts";
import { type Html, html } from "./escape-html.ts";

const left = 150;
const width = left + 950;
const gap = 1;

/** Large cells for few cases; small ones for many, in bands below each other. */
function cellFor(cases: number): number {
  return Math.min(16, Math.max(10, Math.floor((width - left) / cases)));
}

/** Cases from left to right, failures first; metrics from top to bottom. Few elements, however many cells there are. */
export function heatMap(table: CaseTable, suite: number, variant: number): Html[] {
  const bands: Html[] = [];
  const cell = cellFor(table.cases.length);
  const perBand = Math.floor((width - left) / cell);
  for (let first = 0; first < table.cases.length; first += perBand) {
    bands.push(band(table, { suite, variant, first, last: first + perBand, cell }));
  }
  return bands;
}

interface Band {
  suite: number;
  variant: number;
  first: number;
  last: number;
  cell: number;
}

function band(table: CaseTable, { suite, variant, first, last, cell }: Band): Html {
  const cases = table.cases.slice(first, last);
  const height = table.metrics.length * cell;
  const rows = table.metrics.map(({ name }, metric) => {
    const y = metric * cell;
    const label = html`<text x="${left - 8}" y="${y + cell / 2 + 3.5}" text-anchor="end">${safeLine(name, 26)}</text>`;
    return [label, ...squares(cases, { metric, variant, y, cell })];
  });
  return html`<svg class="heat" role="img" aria-label="cases ${first + 1} to ${first + cases.length} by metric" viewBox="0 0 ${width} ${height}" data-suite="${suite}" data-variant="${variant}" data-first="${first}" data-cell="${cell}" data-left="${left}" data-width="${width}">${rows}</svg>`;
}

/** One path for each colour of a row. */
function squares(
  cases: readonly CaseTableEntry[],
  row: { metric: number; variant: number; y: number; cell: number },
): Html[] {
  const { metric, variant, y, cell } = row;
  const [side, dot] = [cell - gap, (cell - gap - 3) / 2];
  const paths = new Map<string, string>();
  const draw = (kind: string, path: string) => paths.set(kind, (paths.get(kind) ?? "") + path);
  for (const [index, entry] of cases.entries()) {
    const x = left + index * cell;
    const kind = kindOf(entry, metric, variant);
    if (kind === undefined) continue;
    draw(kind, `M${x} ${y}h${side}v${side}h-${side}z`);
    if (caseValue(entry, metric, variant)?.missed) draw("miss", `M${x + dot} ${y + dot}h3v3h-3z`);
  }
  return [...paths].map(([kind, path]) => html`<path class="${kind}" d="${path}"/>`);
}

function kindOf(entry: CaseTableEntry, metric: number, variant: number): string | undefined {
  const found = caseValue(entry, metric, variant);
  if (found) return `h${shade(found.value)}`;
  return cellsOf(entry, metric, variant)[0]?.status;
}

function cellsOf({ trials }: CaseTableEntry, metric: number, variant: number): TableCell[] {
  const own = trials.filter((trial) => trial.variant === variant);
  return own.map((trial) => trial.cells[metric]).filter((one) => one !== undefined);
}

/** 0 and 1 have a shade of their own; between them four. */
function shade(value: number): number {
  if (value <= 0) return 0;
  return value >= 1 ? 5 : 1 + Math.min(3, Math.floor(value * 4));
}

/** The words for every cell, for the line under the map. */
export function heatMapData(table: CaseTable) {
  const words = (entry: CaseTableEntry, metric: number, variant: number): string => {
    const found = caseValue(entry, metric, variant);
    if (found) return `${showValue(found.value)}${found.missed ? `, under ${found.threshold}` : ""}`;
    return cellsOf(entry, metric, variant)[0]?.status ?? "";
  };
  return {
    metrics: table.metrics.map(({ name }) => name),
    cases: table.cases.map(({ id }) => id),
    cells: table.variants.map((_variant, variant) =>
      table.metrics.map((_metric, metric) => table.cases.map((entry) => words(entry, metric, variant))),
    ),
  };
}

export function heatLegend(): Html {
  const key = (kind: string, words: string) =>
    html`<span><svg viewBox="0 0 10 10"><path class="${kind}" d="M0 0h10v10h-10z"/></svg>${words}</span>`;
  return html`<div class="legend">${[
    key("h0", "0"),
    key("h1", "under 0.25"),
    key("h2", "under 0.5"),
    key("h3", "under 0.75"),
    key("h4", "under 1"),
    key("h5", "1"),
    key("skipped", "does not apply"),
    key("unscored", "unscored or errored"),
    key("miss", "a dot: misses its threshold"),
  ]}</div>`;
}

import { safeLine } from "../../base/index.ts";
import type { CaseEntry, CaseTable, Cell } from "../case-table.ts";
import { caseValue } from "../estimates.ts";
import { showValue } from "../figures.ts";
import { type Html, html } from "./escape-html.ts";

const cell = 10;
const gap = 1;
const left = 150;
/** Cases in one band of the map; more go into the next one below. */
const perBand = 95;
const width = left + perBand * cell;

/** Cases from left to right, failures first; metrics from top to bottom. Few elements, however many cells there are. */
export function heatMap(table: CaseTable, suite: number, variant: number): Html[] {
  const bands: Html[] = [];
  for (let first = 0; first < table.cases.length; first += perBand) {
    bands.push(band(table, { suite, variant, first }));
  }
  return bands;
}

function band(table: CaseTable, at: { suite: number; variant: number; first: number }): Html {
  const { suite, variant, first } = at;
  const cases = table.cases.slice(first, first + perBand);
  const height = table.metrics.length * cell;
  const rows = table.metrics.map(({ name }, metric) => {
    const y = metric * cell;
    const label = html`<text x="${left - 8}" y="${y + 8.5}" text-anchor="end">${safeLine(name, 26)}</text>`;
    return [label, ...squares(cases, metric, variant, y)];
  });
  return html`<svg class="heat" role="img" aria-label="cases ${first + 1} to ${first + cases.length} by metric" viewBox="0 0 ${width} ${height}" data-suite="${suite}" data-variant="${variant}" data-first="${first}" data-cell="${cell}" data-left="${left}" data-width="${width}">${rows}</svg>`;
}

/** One path for each colour of a row. */
function squares(cases: readonly CaseEntry[], metric: number, variant: number, y: number): Html[] {
  const paths = new Map<string, string>();
  const draw = (kind: string, path: string) => paths.set(kind, (paths.get(kind) ?? "") + path);
  for (const [index, entry] of cases.entries()) {
    const x = left + index * cell;
    const kind = kindOf(entry, metric, variant);
    if (kind === undefined) continue;
    const side = cell - gap;
    draw(kind, `M${x} ${y}h${side}v${side}h-${side}z`);
    if (caseValue(entry, metric, variant)?.missed) draw("miss", `M${x + 3} ${y + 3}h3v3h-3z`);
  }
  return [...paths].map(([kind, path]) => html`<path class="${kind}" d="${path}"/>`);
}

function kindOf(entry: CaseEntry, metric: number, variant: number): string | undefined {
  const found = caseValue(entry, metric, variant);
  if (found) return `h${shade(found.value)}`;
  return cellsOf(entry, metric, variant)[0]?.status;
}

function cellsOf({ trials }: CaseEntry, metric: number, variant: number): Cell[] {
  const own = trials.filter((trial) => trial.variant === variant);
  return own.map((trial) => trial.cells[metric]).filter((one) => one !== undefined);
}

/** 0 and 1 have a shade of their own; between them four. */
function shade(value: number): number {
  if (value <= 0) return 0;
  return value >= 1 ? 5 : 1 + Math.min(3, Math.floor(value * 4));
}

/** What every cell says, in words, for the line under the map. */
export function heatMapData(table: CaseTable) {
  const words = (entry: CaseEntry, metric: number, variant: number): string => {
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
    key("unscored", "no score"),
    key("miss", "a dot: misses its threshold"),
  ]}</div>`;
}

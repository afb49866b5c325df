import type { MeasureSummary } from "../../gate/index.ts";
import { type Html, html } from "./escape-html.ts";

/** A measure, with the values of its cases as the picture shows them. */
export interface Plotted extends MeasureSummary {
  values: readonly number[];
  threshold: number | undefined;
}

const width = 300;
const rowHeight = 20;
const margin = 6;

const at = (value: number) => round(margin + value * (width - 2 * margin));
const round = (value: number) => Number(value.toFixed(2));

/** The scale above the plots. */
export function plotScale(): Html {
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const labels = ticks.map((tick) => html`<text x="${at(tick)}" y="10" text-anchor="middle">${String(tick)}</text>`);
  return html`<svg class="plot" viewBox="0 0 ${width} 12" role="presentation">${labels}</svg>`;
}

/** One metric: for each variant the mean as a dot, its interval as a line, and behind them the cases' values. */
export function metricPlot(name: string, estimates: readonly Plotted[]): Html {
  const height = rowHeight * estimates.length;
  const grid = [0, 0.5, 1].map(
    (tick) => html`<line class="axis" x1="${at(tick)}" x2="${at(tick)}" y1="0" y2="${height}"/>`,
  );
  const threshold = estimates.find((one) => one.threshold !== undefined)?.threshold;
  const limit =
    threshold === undefined
      ? undefined
      : html`<line class="threshold" x1="${at(threshold)}" x2="${at(threshold)}" y1="0" y2="${height}"/>`;
  const rows = estimates.map((one, index) => variantRow(one, index * rowHeight));
  const marks = rows.map((row, index) => html`<g class="v${index % 4}">${row}</g>`);
  const said = estimates.map((one) => (one.mean === undefined ? "no value" : one.mean.toFixed(2))).join(", ");
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}: ${said}">${grid}${limit}${marks}</svg>`;
}

function variantRow({ values, mean, lo, hi }: Plotted, top: number): Html[] {
  if (mean === undefined) return [];
  const middle = top + rowHeight / 2;
  return [
    distribution(values, top),
    ...(lo === undefined || hi === undefined
      ? []
      : [html`<line class="range" x1="${at(lo)}" x2="${at(hi)}" y1="${middle}" y2="${middle}"/>`]),
    html`<circle cx="${at(mean)}" cy="${middle}" r="4.5"/>`,
  ];
}

const bins = 20;

/** How many cases have about this value, as a shape behind the dot. */
function distribution(values: readonly number[], top: number): Html {
  const counts = new Array<number>(bins + 1).fill(0);
  for (const value of values) {
    const bin = Math.round(Math.min(1, Math.max(0, value)) * bins);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const barWidth = 6;
  const bars = counts.map((count, bin) => {
    if (count === 0) return "";
    // A single case among thousands still shows.
    const height = Math.max(1.5, (count / most) * (rowHeight - 4));
    return `M${round(at(bin / bins) - barWidth / 2)} ${top + rowHeight - 1}v${round(-height)}h${round(barWidth)}v${round(height)}z`;
  });
  return html`<path class="shape" d="${bars.join("")}"/>`;
}

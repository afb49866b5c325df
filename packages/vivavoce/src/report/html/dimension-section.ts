import { safeLine } from "../../base/index.ts";
import { type ComparedDimension, compareResults, signed, type VariantResult } from "../../gate/index.ts";
import { dimensionsOf, type MetricDimensions } from "../../results/index.ts";
import { variantTitle } from "../../suite/index.ts";
import { changeNote, changeWords, countedIn, showOnScale } from "../dimensions-text.ts";
import { showValue, unknown } from "../figures.ts";
import { type Html, html } from "./escape-html.ts";
import { metricPlot } from "./metric-plot.ts";

const mostCases = 500;

/** The metrics that have dimensions: their means with intervals, what changed between two variants, and every case. */
export function dimensionSections(variants: readonly VariantResult[]): Html[] {
  const perVariant = variants.map(dimensionsOf);
  const metrics = [...new Set(perVariant.flat().map(({ metric }) => metric))];
  return metrics.map((metric) => {
    const columns = perVariant.map((found) => found.find((one) => one.metric === metric));
    return section(metric, { columns, variants, changes: changesOn(metric, variants) });
  });
}

interface Divided {
  /** The dimensions of each variant; undefined if it has none. */
  columns: readonly (MetricDimensions | undefined)[];
  variants: readonly VariantResult[];
  changes: Changes | undefined;
}

interface Changes {
  dimensions: readonly ComparedDimension[];
  exact: boolean;
}

/** The change from the first variant to the second; with more variants the reader would have to choose. */
function changesOn(metric: string, [before, after, third]: readonly VariantResult[]): Changes | undefined {
  if (!before || !after || third) return undefined;
  const result = compareResults(before, after, { primary: metric });
  if (result.kind === "refused") return undefined;
  const { dimensions, exact } = result.comparison;
  return { dimensions: dimensions.filter((one) => one.metric === metric), exact };
}

function section(metric: string, { columns, variants, changes }: Divided): Html {
  const found = columns.filter((column) => column !== undefined);
  const [first] = found;
  const ids = [...new Set(found.flatMap(({ dimensions }) => dimensions.map(({ id }) => id)))];
  const titles = variants.map((variant, index) =>
    variants.length > 1
      ? html`<th><span class="key v${index % 4}">${variantTitle(variant.variant)}</span></th>`
      : html`<th>mean [95 %]</th>`,
  );
  const passes = first?.passesAt === undefined ? "" : `, passes at ${first.passesAt}`;
  const rows = ids.map((id) => row(id, columns, changes));
  return html`<h3>${metric} by dimension<span class="facts">from ${first?.min} to ${first?.max}${passes}</span></h3>
<table class="plots dimensions"><thead><tr><th></th><th></th>${titles}${changes ? html`<th>change [95 %]</th>` : undefined}</tr></thead>
<tbody>${rows}</tbody></table>
${changes ? html`<p class="note">${changeNote(changes.exact)}</p>` : undefined}
${caseTable(metric, ids, columns)}
`;
}

function row(id: string, columns: Divided["columns"], changes: Changes | undefined): Html {
  const sums = columns.map((column) => ({ column, sum: column?.dimensions.find((one) => one.id === id) }));
  const plotted = sums.map(({ column, sum }, index) => {
    const share = (value: number | undefined) =>
      value === undefined || !column ? undefined : (value - column.min) / (column.max - column.min);
    const values = casesWith(columns[index], id).flatMap((value) => share(value) ?? []);
    const none = { trials: 0, missing: 0, seen: 0, missed: 0, binary: false, cases: 0 };
    const [mean, lo, hi] = [share(sum?.mean), share(sum?.lo), share(sum?.hi)];
    return { ...none, name: id, mean, lo, hi, values, threshold: share(column?.passesAt) };
  });
  const figures = sums.map(({ column, sum }) =>
    column && sum
      ? html`<td class="number">${showOnScale(sum, column.max)} <small>· ${countedIn(sum)}</small></td>`
      : html`<td class="number">${unknown}</td>`,
  );
  const change = changes?.dimensions.find((one) => one.id === id);
  const moved = change
    ? html`<td class="number">${signed(change.difference)} <small>[${signed(change.lo)}, ${signed(change.hi)}]</small> ${changeWords[change.change]}</td>`
    : html`<td class="number">${unknown}</td>`;
  return html`<tr><td>${safeLine(id, 120)}</td><td>${metricPlot(id, plotted)}</td>${figures}${changes ? moved : undefined}</tr>
`;
}

function casesWith(column: MetricDimensions | undefined, id: string): (number | undefined)[] {
  const at = column?.dimensions.findIndex((one) => one.id === id) ?? -1;
  return at < 0 ? [] : (column?.cases ?? []).map(({ values }) => values[at]);
}

/** Every case with its score in each dimension, variant after variant: "3 → 5". */
function caseTable(metric: string, ids: readonly string[], columns: Divided["columns"]): Html {
  const byCase = columns.map((column) => new Map((column?.cases ?? []).map((one) => [one.caseId, one])));
  const all = [...new Set(byCase.flatMap((cases) => [...cases.keys()]))];
  const places = columns.map((column) => ids.map((id) => column?.dimensions.findIndex((one) => one.id === id) ?? -1));
  const shown = (value: number | undefined) => (value === undefined ? unknown : String(Number(showValue(value))));
  const cell = (values: readonly (number | undefined)[]) =>
    html`<td class="number">${values.map(shown).join(" → ")}</td>`;
  const rows = all.slice(0, mostCases).map((caseId) => {
    const found = byCase.map((cases) => cases.get(caseId));
    const scores = ids.map((_, at) => cell(found.map((one, variant) => one?.values[places[variant]?.[at] ?? -1])));
    return html`<tr><td class="id">${caseId}</td>${cell(found.map((one) => one?.whole))}${scores}</tr>
`;
  });
  const rest = all.length - rows.length;
  return html`<details class="by-dimension"><summary>every case by dimension</summary><table class="pairs"><thead><tr><th></th><th>${metric}</th>${ids.map((id) => html`<th>${safeLine(id, 60)}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>
${rest > 0 ? html`<p class="note">… ${rest} more: viva dimensions --json lists them</p>` : undefined}</details>`;
}

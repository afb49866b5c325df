import type { MeasureSummary, VariantSummary } from "../../gate/index.ts";
import { variantTitle } from "../../suite/index.ts";
import { type CaseTable, caseValue } from "../case-table.ts";
import { showValue, unknown } from "../figures.ts";
import { type Html, html } from "./escape-html.ts";
import { metricPlot, type Plotted, plotScale } from "./metric-plot.ts";

/** The pass rate and every metric with their intervals, one column of figures for each variant. */
export function metricTable(table: CaseTable, summaries: readonly VariantSummary[]): Html {
  const several = table.variants.length > 1;
  const titles = table.variants.map((variant, index) =>
    several
      ? html`<th><span class="key v${index % 4}">${variantTitle(variant)}</span></th>`
      : html`<th>mean [95 %]</th>`,
  );
  const passRates = summaries.map(({ passRate }) => ({ ...passRate, values: [], threshold: undefined }));
  const rows = table.metrics.map(({ name, judged, gating }, metric) => {
    const estimates = summaries.map(({ metrics }, variant): Plotted => {
      const found = table.cases.flatMap((entry) => caseValue(entry, metric, variant) ?? []);
      const values = found.map(({ value }) => value);
      return { ...(metrics[metric] as MeasureSummary), values, threshold: found[0]?.threshold };
    });
    const mark = judged ? html`<span class="judged-mark" title="scored by a judge">°</span>` : undefined;
    return row(name, html`${gating ? name : `(${name})`}${mark}`, estimates);
  });
  return html`<table class="plots">
<thead><tr><th></th><th>${plotScale()}</th>${titles}</tr></thead>
<tbody>${row("pass rate", html`<b>pass rate</b>`, passRates)}${rows}</tbody>
</table>
<p class="note">The dot is the mean over cases, the line its 95 % interval, the shape behind it where the cases lie, the dashed line the threshold. ° scored by a judge, the others by code. (In brackets: reported, decides nothing.)</p>
`;
}

function row(name: string, title: Html, estimates: readonly Plotted[]): Html {
  return html`<tr><td>${title}</td><td>${metricPlot(name, estimates)}</td>${estimates.map(figures)}</tr>
`;
}

function figures({ mean, lo, hi, cases, missed, missing }: Plotted): Html {
  if (mean === undefined) return html`<td class="number">${unknown}</td>`;
  const interval = lo === undefined || hi === undefined ? "" : ` [${showValue(lo)}, ${showValue(hi)}]`;
  const counts = `${missed > 0 ? `${missed} of ` : ""}${cases}${missed > 0 ? " miss" : ""}${missing > 0 ? `, ${missing} missing` : ""}`;
  return html`<td class="number">${showValue(mean)}<small>${interval}</small> <small>· ${counts}</small></td>`;
}

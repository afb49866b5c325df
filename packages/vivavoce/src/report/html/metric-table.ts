import { showVariant } from "../../suite/index.ts";
import type { CaseTable } from "../case-table.ts";
import { type Estimate, estimate } from "../estimates.ts";
import { showValue, unknown } from "../figures.ts";
import type { Rate, VariantSummary } from "../summary.ts";
import { type Html, html } from "./escape-html.ts";
import { metricPlot, plotScale } from "./metric-plot.ts";

/** The pass rate and every metric with their intervals, one column of figures for each variant. */
export function metricTable(table: CaseTable, summaries: readonly VariantSummary[]): Html {
  const several = table.variants.length > 1;
  const titles = table.variants.map((variant, index) =>
    several
      ? html`<th><span class="key v${index % 4}">${showVariant(variant)}</span></th>`
      : html`<th>mean [95 %]</th>`,
  );
  const passRates = summaries.map(({ passRate }) => rateEstimate(passRate));
  const rows = table.metrics.map(({ name, judged, gating }, metric) => {
    const estimates = table.variants.map((_, variant) => estimate(table, metric, variant));
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

function row(name: string, title: Html, estimates: readonly Estimate[]): Html {
  return html`<tr><td>${title}</td><td>${metricPlot(name, estimates)}</td>${estimates.map(figures)}</tr>
`;
}

function figures({ mean, lo, hi, values, missed }: Estimate): Html {
  if (mean === undefined) return html`<td class="number">${unknown}</td>`;
  const interval = lo === undefined || hi === undefined ? "" : ` [${showValue(lo)}, ${showValue(hi)}]`;
  const cases =
    values.length === 0 ? "" : `${missed > 0 ? `${missed} of ` : ""}${values.length}${missed > 0 ? " miss" : ""}`;
  return html`<td class="number">${showValue(mean)}<small>${interval}</small>${cases === "" ? undefined : html` <small>· ${cases}</small>`}</td>`;
}

/** The pass rate as the summary has it: the same figures as in the terminal. */
function rateEstimate(rate: Rate | undefined): Estimate {
  const common = { values: [], missed: 0, threshold: undefined };
  return rate
    ? { ...common, mean: rate.value, lo: rate.lo, hi: rate.hi }
    : { ...common, mean: undefined, lo: undefined, hi: undefined };
}

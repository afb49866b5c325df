import { showVariant } from "../../suite/index.ts";
import { plural, showValue, unknown } from "../figures.ts";
import type { SideBySide } from "../side-by-side.ts";
import { type Html, html } from "./escape-html.ts";

const mostFlips = 200;

/** The variants side by side on the cases that all of them played. */
export function variantPairs(sides: SideBySide): Html {
  const shown = sides.flips.slice(0, mostFlips);
  const titles = sides.variants.map(
    (variant, index) => html`<th><span class="key v${index % 4}">${showVariant(variant)}</span></th>`,
  );
  const rows = [
    { name: "pass rate", cells: sides.passRates },
    ...sides.metrics.map(({ name, means }) => ({ name, cells: means })),
  ].map(
    ({ name, cells }) =>
      html`<tr><td>${name}</td>${cells.map((value) => html`<td class="number">${figure(value)}</td>`)}</tr>`,
  );
  const flips = shown.map(
    ({ caseId, rates }) =>
      html`<tr><td class="id">${caseId}</td>${rates.map((rate) => html`<td>${mark(rate)}</td>`)}</tr>`,
  );
  const rest = sides.flips.length - shown.length;
  return html`<h3>Side by side<span class="facts">over the ${plural(sides.common, "case")} that every variant played</span></h3>
<table class="pairs"><thead><tr><th></th>${titles}</tr></thead><tbody>${rows}
<tr><th colspan="${sides.variants.length + 1}">${plural(sides.flips.length, "case")} ${sides.flips.length === 1 ? "differs" : "differ"}</th></tr>
${flips}</tbody></table>
${rest > 0 ? html`<p class="note">… ${rest} more</p>` : undefined}
`;
}

function figure(value: number | undefined): string {
  return value === undefined ? unknown : showValue(value);
}

function mark(rate: number | undefined): Html {
  if (rate === 1) return html`<span class="mark passed">✓</span>`;
  return rate === 0 ? html`<span class="mark failed">✗</span>` : html`${figure(rate)}`;
}

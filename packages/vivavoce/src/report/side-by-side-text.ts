import { plural, safeLine } from "../base/index.ts";
import type { SideBySide } from "../results/index.ts";
import { variantTitle } from "../suite/index.ts";
import { showValue, unknown } from "./figures.ts";
import { type Html, html } from "./html/escape-html.ts";
import { statusMarks } from "./html/page/marks.ts";
import type { Style } from "./style.ts";

const figure = (value: number | undefined) => (value === undefined ? unknown : showValue(value));
const differing = ({ flips }: SideBySide) =>
  `${plural(flips.length, "case")} ${flips.length === 1 ? "differs" : "differ"}`;

/** The variants as columns: pass rates, metrics, and the cases on which they differ. */
export function sideBySideText(sides: SideBySide, style: Style, maxFlips = 20): string {
  const titles = sides.variants.map((variant) => variantTitle(variant));
  const names = [...sides.measures.map(({ name }) => name), ...sides.flips.map(({ caseId }) => caseId)];
  const longest = 40;
  const first = names.reduce((widest, name) => Math.min(longest, Math.max(widest, name.length)), 0) + 2;
  const width = Math.max(10, ...titles.map((title) => title.length)) + 2;
  const row = (name: string, cells: readonly string[]) =>
    `  ${safeLine(name, longest).padEnd(first)}${cells.map((cell) => cell.padStart(width)).join("")}`;
  const mark = (rate: number | undefined) =>
    rate === 1 ? statusMarks.passed : rate === 0 ? statusMarks.failed : figure(rate);
  const shown = sides.flips.slice(0, maxFlips);
  return [
    `${style.bold(`${safeLine(sides.suite, 60)} side by side`)}, over the ${plural(sides.common, "case")} that every variant played`,
    style.dim(row("", titles)),
    ...sides.measures.map(({ name, means }) => row(name, means.map(figure))),
    `  ${differing(sides)}${shown.length > 0 ? ":" : ""}`,
    ...shown.map(({ caseId, rates }) => row(caseId, rates.map(mark))),
    ...(sides.flips.length > shown.length ? [style.dim(`  … ${sides.flips.length - shown.length} more`)] : []),
  ].join("\n");
}

/** The same as a table of the page. */
export function sideBySideTable(sides: SideBySide, maxFlips = 200): Html {
  const shown = sides.flips.slice(0, maxFlips);
  const titles = sides.variants.map(
    (variant, index) => html`<th><span class="key v${index % 4}">${variantTitle(variant)}</span></th>`,
  );
  const mark = (rate: number | undefined) =>
    rate === 1 || rate === 0
      ? html`<span class="mark ${rate === 1 ? "passed" : "failed"}">${rate === 1 ? statusMarks.passed : statusMarks.failed}</span>`
      : html`${figure(rate)}`;
  const rows = sides.measures.map(
    ({ name, means }) =>
      html`<tr><td>${name}</td>${means.map((value) => html`<td class="number">${figure(value)}</td>`)}</tr>`,
  );
  const flips = shown.map(
    ({ caseId, rates }) =>
      html`<tr><td class="id">${caseId}</td>${rates.map((rate) => html`<td>${mark(rate)}</td>`)}</tr>`,
  );
  const rest = sides.flips.length - shown.length;
  return html`<h3>Side by side<span class="facts">over the ${plural(sides.common, "case")} that every variant played</span></h3>
<table class="pairs"><thead><tr><th></th>${titles}</tr></thead><tbody>${rows}
<tr><th colspan="${sides.variants.length + 1}">${differing(sides)}</th></tr>
${flips}</tbody></table>
${rest > 0 ? html`<p class="note">… ${rest} more</p>` : undefined}
`;
}

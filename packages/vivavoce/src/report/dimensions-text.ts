import { plural, safeLine } from "../base/index.ts";
import { type ComparedDimension, signed } from "../gate/index.ts";
import type { MetricDimensions } from "../results/index.ts";
import { showValue, unknown } from "./figures.ts";
import type { Style } from "./style.ts";

const longestName = 60;
const dash = (value: number | undefined) => (value === undefined ? unknown : showValue(value));

/** "4.85 of 5 [4.60, 4.97]" */
export function showOnScale({ mean, lo, hi, missing }: MetricDimensions["whole"], max: number): string {
  if (mean === undefined) return unknown;
  const interval = lo === undefined || hi === undefined ? "" : ` [${showValue(lo)}, ${showValue(hi)}]`;
  return `${showValue(mean)} of ${max}${interval}${missing > 0 ? ` (${missing} missing)` : ""}`;
}

/** In how many cases a dimension was counted, and why not in the others. */
export function countedIn({ cases, notApplicable }: { cases: number; notApplicable: number }): string {
  return `${plural(cases, "case")}${notApplicable > 0 ? `, not applicable in ${notApplicable}` : ""}`;
}

/** A metric with the mean of each dimension, its 95 % interval and its number of cases. */
export function dimensionTable(found: MetricDimensions, style: Style): string {
  const { metric, max, passesAt, whole, dimensions } = found;
  const width = widthOf(dimensions);
  const passes = passesAt === undefined ? "" : `, passes at ${passesAt}`;
  return [
    `  ${style.bold(safeLine(metric, longestName))}   ${showOnScale(whole, max)}${passes}, ${plural(whole.cases, "case")}`,
    ...dimensions.map((one) => {
      const low = passesAt !== undefined && one.mean !== undefined && one.mean < passesAt;
      const figures = showOnScale(one, max).padEnd(24);
      return `    ${nameOf(one.id).padEnd(width)}  ${low ? style.bad(figures) : figures}  ${style.dim(countedIn(one))}`;
    }),
  ].join("\n");
}

/** Every case with its score in each dimension, lowest first; "–" if it does not apply. */
export function dimensionCases({ metric, dimensions, cases }: MetricDimensions, style: Style, most: number): string {
  const ordered = cases.filter(({ whole }) => whole !== undefined).sort((a, b) => (a.whole ?? 0) - (b.whole ?? 0));
  const shown = ordered.slice(0, most);
  const width = Math.max(10, ...shown.map(({ caseId }) => Math.min(40, caseId.length)));
  const titles = [metric, ...dimensions.map(({ id }) => id)].map((id) => safeLine(id, 18));
  const row = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(width)}${cells.map((cell, index) => `  ${cell.padStart(Math.max(4, titles[index]?.length ?? 0))}`).join("")}`;
  return [
    style.dim(row("", titles)),
    ...shown.map(({ caseId, whole, values }) => row(safeLine(caseId, 40), [whole, ...values].map(dash))),
    ...(ordered.length > shown.length
      ? [style.dim(`  … ${ordered.length - shown.length} more: --json has them all`)]
      : []),
  ].join("\n");
}

export const changeWords: Readonly<Record<ComparedDimension["change"], string>> = {
  better: "better",
  worse: "worse",
  noise: "may be noise",
  same: "the same",
};

/** "brevity  3.10 → 4.40 of 5   +1.30 [+0.62, +1.90]   better   11 cases" */
export function comparedDimensions(compared: readonly ComparedDimension[], style: Style): string[] {
  const width = widthOf(compared);
  const paint = { better: style.good, worse: style.bad, noise: style.dim, same: style.dim };
  return [...Map.groupBy(compared, ({ metric }) => metric)].flatMap(([metric, own]) => [
    `  ${safeLine(metric, longestName)} by dimension`,
    ...own.map((one) => {
      const { means, max, difference, lo, hi, change, missing } = one;
      const moved = `${showValue(means.before)} → ${showValue(means.after)} of ${max}`;
      const by = `${signed(difference)} [${signed(lo)}, ${signed(hi)}]`;
      const without = missing.before + missing.after;
      const counted = `${countedIn(one)}${without > 0 ? `, ${without} missing` : ""}`;
      return `    ${nameOf(one.id).padEnd(width)}  ${moved}  ${by.padStart(22)}  ${paint[change](changeWords[change].padEnd(12))}  ${style.dim(counted)}`;
    }),
  ]);
}

/** How the words beside a change are to be read. */
export function changeNote(exact: boolean): string {
  return exact
    ? "nothing was sampled in either run, so the differences on these cases are exact; […] is the 95 % interval for cases like these"
    : "[…] is the 95 % interval of the paired difference; if it contains 0, the change may be noise";
}

function widthOf(dimensions: readonly { id: string }[]): number {
  return dimensions.reduce((widest, { id }) => Math.max(widest, nameOf(id).length), 10);
}

function nameOf(id: string): string {
  return safeLine(id, longestName);
}

import { cellsOf, plural, safeLine } from "../base/index.ts";
import type { ComparedDimension } from "../gate/index.ts";
import type { MetricDimensions } from "../results/index.ts";
import type { ShownMeasure } from "../shape/index.ts";
import { inColumns } from "./columns.ts";
import { showDifference } from "./comparison-table.ts";
import { showMeasure, showValue } from "./figures.ts";
import type { Style } from "./style.ts";

const longestName = 60;

/** "4.85 of 5 [4.60, 4.97]" */
export function showOnScale(measure: ShownMeasure, max: number): string {
  return showMeasure(
    measure,
    ({ mean, lo, hi }) => `${showValue(mean)} of ${max} [${showValue(lo)}, ${showValue(hi)}]`,
  );
}

/** "3.10, 1 missing → 4.40 of 5" */
export function showChange({ means: { before, after }, max }: ComparedDimension): string {
  const show = ({ mean }: { mean: number }) => showValue(mean);
  return `${showMeasure(before, show)} → ${showMeasure(after, (seen) => `${show(seen)} of ${max}`)}`;
}

/** In how many cases a dimension was counted, and why not in the others. */
export function countedIn({ cases, notApplicable }: { cases: number; notApplicable: number }): string {
  return `${plural(cases, "case")}${notApplicable > 0 ? `, not applicable in ${notApplicable}` : ""}`;
}

/** A metric with the mean of each dimension, its 95 % interval and its number of cases; then, if wanted, so many cases. */
export function dimensionsText(found: MetricDimensions, style: Style, mostCases: number): string {
  const { metric, max, passesAt, whole, dimensions } = found;
  const passes = passesAt === undefined ? "" : `, passes at ${passesAt}`;
  return [
    `  ${style.bold(safeLine(metric, longestName))}   ${showOnScale(whole, max)}${passes}, ${plural(whole.cases, "case")}`,
    ...inColumns(
      dimensions.map((one) => {
        const low = passesAt !== undefined && one.observed !== undefined && one.observed.mean < passesAt;
        const figures = showOnScale(one, max);
        return [
          nameOf(one.id),
          low ? { text: figures, paint: style.bad } : figures,
          { text: countedIn(one), paint: style.dim },
        ];
      }),
      { indent: "    ", align: ["left", "left", "left"], least: [10, 24], columns: style.columns },
    ),
    ...(mostCases === 0 ? [] : ["", ...dimensionCases(found, style, mostCases)]),
  ].join("\n");
}

/** Every case with its score in each dimension, lowest first; "–" if it does not apply. */
function dimensionCases({ metric, dimensions, cases }: MetricDimensions, style: Style, most: number): string[] {
  const ordered = cases.filter(({ whole }) => whole !== undefined).sort((a, b) => (a.whole ?? 0) - (b.whole ?? 0));
  const shown = ordered.slice(0, most);
  const titles = [metric, ...dimensions.map(({ id }) => id)].map((id) => safeLine(id, 18));
  const rows = [
    ["", ...titles],
    ...shown.map(({ caseId, whole, values }) => [safeLine(caseId, 40), ...[whole, ...values].map(showValue)]),
  ];
  const [head = "", ...lines] = inColumns(rows, {
    least: [10, ...titles.map(() => 4)],
    columns: style.columns,
    titled: true,
  });
  return [
    ...(head === "" ? [] : [style.dim(head)]),
    ...lines,
    ...(ordered.length > shown.length
      ? [style.dim(`  … ${ordered.length - shown.length} more: --json has them all`)]
      : []),
  ];
}

export const changeWords: Readonly<Record<ComparedDimension["change"], string>> = {
  better: "better",
  worse: "worse",
  noise: "may be noise",
  same: "the same",
  unknown: "not measured",
};

/** "brevity  3.10 → 4.40 of 5   +1.30 [+0.62, +1.90]   better   11 cases" */
export function comparedDimensions(compared: readonly ComparedDimension[], style: Style): string[] {
  const paint = { better: style.good, worse: style.bad, noise: style.dim, same: style.dim, unknown: style.dim };
  const widest = compared.reduce((most, { id }) => Math.max(most, cellsOf(nameOf(id))), 10);
  return [...Map.groupBy(compared, ({ metric }) => metric)].flatMap(([metric, own]) => [
    `  ${safeLine(metric, longestName)} by dimension`,
    ...inColumns(
      own.map((one) => {
        const { inBoth: cases, notApplicable, change } = one;
        return [
          nameOf(one.id),
          showChange(one),
          showDifference(one),
          { text: changeWords[change], paint: paint[change] },
          { text: countedIn({ cases, notApplicable }), paint: style.dim },
        ];
      }),
      {
        indent: "    ",
        align: ["left", "left", "right", "left", "left"],
        least: [widest, 0, 22, 12],
        columns: style.columns,
      },
    ),
  ]);
}

/** How the words beside a change are to be read. */
export function changeNote(exact: boolean): string {
  return exact
    ? "nothing was sampled in either run, so the differences on these cases are exact; […] is the 95 % interval for cases like these"
    : "[…] is the 95 % interval of the paired difference; if it contains 0, the change may be noise";
}

function nameOf(id: string): string {
  return safeLine(id, longestName);
}

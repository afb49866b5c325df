import { plural, safeLine } from "../base/index.ts";
import { shownOf } from "../gate/index.ts";
import { type CaseValues, cellsOf, meanOf, passRateName, type VariantResult, variantTitle } from "../shape/index.ts";
import { inColumns } from "./columns.ts";
import { showMean, showValue } from "./figures.ts";
import { statusMarks } from "./status-marks.ts";
import type { Style } from "./style.ts";

/** The variants of a suite as columns: pass rates, metrics, and the cases on which they differ. */
export function sideBySideText(results: readonly VariantResult[], style: Style, maxFlips = 20): string {
  const sides = sideBySide(results);
  const titles = sides.variants.map((variant) => variantTitle(variant));
  const named = (name: string, cells: readonly string[]) => [safeLine(name, 40), ...cells];
  const mark = (rate: number | undefined) =>
    rate === 1 ? statusMarks.passed : rate === 0 ? statusMarks.failed : showValue(rate);
  const shown = sides.flips.slice(0, maxFlips);
  const rows = [
    ["", ...titles],
    ...sides.measures.map(({ name, means }) => named(name, means.map(showMean))),
    ...shown.map(({ caseId, rates }) => named(caseId, rates.map(mark))),
  ];
  const [head = "", ...lines] = inColumns(rows, {
    least: [0, ...titles.map(() => 10)],
    columns: style.columns,
    titled: true,
  });
  return [
    style.bold(`${safeLine(sides.suite, 60)} side by side`),
    ...(head === "" ? [] : [style.dim(head)]),
    ...lines.slice(0, sides.measures.length),
    `  ${sides.flips.length} of the ${plural(sides.common, "case")} that every variant played ${sides.flips.length === 1 ? "differs" : "differ"}${shown.length > 0 ? ":" : ""}`,
    ...lines.slice(sides.measures.length),
    ...(sides.flips.length > shown.length ? [style.dim(`  … ${sides.flips.length - shown.length} more`)] : []),
  ].join("\n");
}

/** Pairs the variants of a suite by case. */
function sideBySide(results: readonly VariantResult[]) {
  const byId = results.map(({ cases }) => new Map(cases.map((one) => [one.caseId, one])));
  const [first, ...others] = byId;
  const common = [...(first?.keys() ?? [])].filter((id) => others.every((cases) => cases.has(id)));
  const names = [passRateName, ...(results[0]?.metrics ?? []).map(({ name }) => name)];
  const rateOf = (one: CaseValues | undefined, repeats: number) => one && meanOf(cellsOf(one, passRateName, repeats));
  return {
    suite: results[0]?.suite ?? "",
    variants: results.map(({ variant }) => variant),
    /** Cases that every variant played. */
    common: common.length,
    /** What each variant shows by itself, over all of its cases: the pass rate first, then the metrics. */
    measures: names.map((name) => ({ name, means: results.map((result) => shownOf(result, name)) })),
    /** Cases that every variant played and on which they differ, in input order; no rate where no trial was decided. */
    flips: common
      .map((caseId) => ({ caseId, rates: results.map(({ repeats }, at) => rateOf(byId[at]?.get(caseId), repeats)) }))
      .filter(({ rates }) => new Set(rates.filter((rate) => rate !== undefined)).size > 1),
  };
}

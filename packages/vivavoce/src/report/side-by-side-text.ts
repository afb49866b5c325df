import { plural, safeLine } from "../base/index.ts";
import { shownOf } from "../gate/index.ts";
import { cellsOf, meanOf, passRateName, type VariantResult, variantTitle } from "../shape/index.ts";
import { inColumns } from "./columns.ts";
import { showMean, showValue } from "./figures.ts";
import { statusMarks } from "./status-marks.ts";
import type { Style } from "./style.ts";

/** The variants of a suite as columns: the pass rate and the metrics of each, and the cases on which they differ. */
export function sideBySideText(results: readonly VariantResult[], style: Style, maxFlips = 20): string {
  const [first] = results;
  const titles = results.map(({ variant }) => variantTitle(variant));
  const mark = (rate: number | undefined) =>
    rate === 1 ? statusMarks.passed : rate === 0 ? statusMarks.failed : showValue(rate);
  const names = [passRateName, ...(first?.metrics ?? []).map(({ name }) => name)];
  const common = commonCases(results);
  const flips = common.filter(({ rates }) => new Set(rates.filter((rate) => rate !== undefined)).size > 1);
  const shown = flips.slice(0, maxFlips);
  const rows = [
    ["", ...titles],
    ...names.map((name) => [safeLine(name, 40), ...results.map((result) => showMean(shownOf(result, name)))]),
    ...shown.map(({ caseId, rates }) => [safeLine(caseId, 40), ...rates.map(mark)]),
  ];
  const [head = "", ...lines] = inColumns(rows, {
    least: [0, ...titles.map(() => 10)],
    columns: style.columns,
    titled: true,
  });
  const differ = `${flips.length} of the ${plural(common.length, "case")} that every variant played ${flips.length === 1 ? "differs" : "differ"}`;
  return [
    style.bold(`${safeLine(first?.suite ?? "", 60)} side by side`),
    ...(head === "" ? [] : [style.dim(head)]),
    ...lines.slice(0, names.length),
    `  ${differ}${shown.length > 0 ? ":" : ""}`,
    ...lines.slice(names.length),
    ...(flips.length > shown.length ? [style.dim(`  … ${flips.length - shown.length} more`)] : []),
  ].join("\n");
}

/** The cases that every variant played, in input order, with the pass rate under each; undefined where no trial was decided. */
function commonCases(results: readonly VariantResult[]) {
  const rates = results.map(({ cases, repeats }) => {
    return new Map(cases.map((one) => [one.caseId, meanOf(cellsOf(one, passRateName, repeats))]));
  });
  const ids = [...(rates[0]?.keys() ?? [])].filter((id) => rates.every((known) => known.has(id)));
  return ids.map((caseId) => ({ caseId, rates: rates.map((known) => known.get(caseId)) }));
}

import { plural, safeLine } from "../base/index.ts";
import type { SideBySide } from "../results/index.ts";
import { variantTitle } from "../shape/index.ts";
import { inColumns } from "./columns.ts";
import { showMean, showValue } from "./figures.ts";
import { statusMarks } from "./status-marks.ts";
import type { Style } from "./style.ts";

const differing = ({ flips, common }: SideBySide) =>
  `${flips.length} of the ${plural(common, "case")} that every variant played ${flips.length === 1 ? "differs" : "differ"}`;

/** The variants as columns: pass rates, metrics, and the cases on which they differ. */
export function sideBySideText(sides: SideBySide, style: Style, maxFlips = 20): string {
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
    `  ${differing(sides)}${shown.length > 0 ? ":" : ""}`,
    ...lines.slice(sides.measures.length),
    ...(sides.flips.length > shown.length ? [style.dim(`  … ${sides.flips.length - shown.length} more`)] : []),
  ].join("\n");
}

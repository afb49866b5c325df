import { plural, safeLine } from "../base/index.ts";
import { type Comparison, type Measure, type SeenDifference, showP, signed } from "../gate/index.ts";
import { inColumns } from "./columns.ts";
import { showInterval, showMean } from "./figures.ts";
import type { Style } from "./style.ts";

const longestName = 34;

/** A row for each measure: both runs as they show themselves, the paired difference with its interval, its bounds, and p. */
export function measureTable(comparison: Comparison, only: readonly string[] | undefined, style: Style): string[] {
  const shown = comparison.measures.filter(({ name }) => only === undefined || only.includes(name));
  const rows = [["", ...measureColumns], ...shown.map((measure) => [nameOf(measure), ...measureCells(measure)])];
  const [titles = "", ...lines] = inColumns(rows, {
    least: [10, 6, 6, 7, 22, 8, 7],
    columns: style.columns,
    titled: true,
  });
  return [
    ...(titles === "" ? [] : [style.dim(titles)]),
    ...lines,
    ...tableNotes(comparison, shown).map((line) => style.dim(`  ${line}`)),
  ];
}

export const measureColumns = ["before", "after", "in both", "difference, 95 %", "at worst", "p"];

function nameOf(measure: Measure): string {
  return `${measure.role === "primary" ? "▸ " : "  "}${safeLine(measure.name, longestName)}${measureMarks(measure)}`;
}

/** " (secondary)", or nothing. */
export function measureMarks({ role }: Measure): string {
  return role === "secondary" ? " (secondary)" : "";
}

export function measureCells({ inBoth, means, p, adjustedP, lower, ...measure }: Measure): string[] {
  return [
    showMean(means.before),
    showMean(means.after),
    plural(inBoth, "case"),
    showDifference(measure),
    signed(lower),
    showP(adjustedP ?? p),
  ];
}

/** "−0.20 [−0.31, −0.09]" */
export function showDifference({ difference, lo, hi }: SeenDifference): string {
  return showInterval(difference, { lo, hi }, signed);
}

/** How the columns are to be read. */
export function tableNotes(
  { scope, clustered, paired }: Pick<Comparison, "scope" | "clustered" | "paired">,
  shown: readonly Measure[],
): string[] {
  const together = shown.filter(({ adjustedP }) => adjustedP !== undefined).length;
  const holm = together > 1 ? `, Holm-adjusted (corrected for testing ${together} metrics)` : "";
  return [
    `▸ decides; at worst: the lower bound with 95 % confidence; p: how often chance alone gives such a difference${holm}`,
    "before and after: all cases of each run; the difference: the cases that have a value in both, paired",
    [
      ...(scope === "these" ? ["every trial counts"] : ["repeats are averaged"]),
      ...(clustered ? ["cases of one cluster count as one"] : []),
      ...(shown.some(({ missing }) => missing.before + missing.after > 0)
        ? ["at worst, and so in the verdict, missing values count against the new run"]
        : []),
      ...(shown.some(({ cases }) => cases < paired)
        ? ["a metric counts in the cases to which it applies in either run"]
        : []),
    ].join("; "),
  ];
}

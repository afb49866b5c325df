import { safeLine } from "../base/index.ts";
import { type Comparison, type Measure, showP, signed, type TestedMeasure } from "../gate/index.ts";
import { showValue, unknown } from "./figures.ts";
import type { Style } from "./style.ts";

const longestName = 34;

/** A row for each measure: both means, the difference with its interval, p, and the smallest change that can be seen. */
export function measureTable(
  { measures, paired }: Comparison,
  only: readonly string[] | undefined,
  style: Style,
): string[] {
  const shown = measures.filter(({ name, n }) => n > 0 && (only === undefined || only.includes(name)));
  const width = shown.reduce((widest, measure) => Math.max(widest, nameOf(measure).length), 10);
  const row = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(width)}  ${cells.map((cell, index) => cell.padStart(columns[index]?.width ?? 8)).join("  ")}`;
  const some = shown.some(({ n }) => n < paired);
  const clustered = shown.some(({ clusters }) => clusters !== undefined);
  return [
    style.dim(
      row(
        "",
        columns.map(({ title }) => title),
      ),
    ),
    ...shown.map((measure) => row(nameOf(measure), cellsOf(measure))),
    ...notes({ shown, clustered, some }).map((line) => style.dim(`  ${line}`)),
  ];
}

const columns = [
  { title: "cases", width: 5 },
  { title: "before", width: 6 },
  { title: "after", width: 6 },
  { title: "difference, 95 %", width: 22 },
  { title: "p", width: 7 },
  { title: "visible from", width: 12 },
] as const;

function nameOf({ name, role }: TestedMeasure): string {
  return `${role === "primary" ? "▸ " : "  "}${safeLine(name, longestName)}${role === "secondary" ? " (secondary)" : ""}`;
}

function cellsOf({ n, before, after, p, adjustedP, smallestVisible, ...measure }: TestedMeasure): string[] {
  const value = (number: number | undefined) => (number === undefined ? unknown : showValue(number));
  const tested = adjustedP ?? p;
  return [
    String(n),
    value(before),
    value(after),
    showDifference(measure),
    tested === undefined ? unknown : showP(tested),
    value(smallestVisible),
  ];
}

/** "−0.20 [−0.31, −0.09]" */
export function showDifference({ difference, ci }: Pick<Measure, "difference" | "ci">): string {
  if (difference === undefined) return unknown;
  // A difference of values from 0 to 1 lies between −1 and 1; and where all cases differ alike there is no interval.
  const known = ci && ci.lo < ci.hi ? ` [${signed(Math.max(-1, ci.lo))}, ${signed(Math.min(1, ci.hi))}]` : "";
  return `${signed(difference)}${known}`;
}

function notes({
  shown,
  clustered,
  some,
}: {
  shown: readonly TestedMeasure[];
  clustered: boolean;
  some: boolean;
}): string[] {
  const together = shown.filter(({ adjustedP }) => adjustedP !== undefined).length;
  const first = [
    "▸ decides",
    `p by flipping signs${together > 1 ? `, after Holm over ${together}` : ""}`,
    ...(clustered ? ["cases of one cluster count as one"] : []),
    ...(some ? ["a metric counts where both runs have it"] : []),
  ];
  return [first.join("; "), "visible from: the smallest change that so many cases show in 4 of 5 comparisons"];
}

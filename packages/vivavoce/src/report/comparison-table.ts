import { plural } from "../base/index.ts";
import { type Measure, showP, signed } from "../gate/index.ts";
import { showInterval, showMean } from "./figures.ts";

/** The columns of a measure: both runs as they show themselves, the paired difference with its interval, its bound, and p. */
export const measureColumns = ["before", "after", "in both", "difference, 95 %", "at worst", "p"];

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
export function showDifference({ difference, lo, hi }: Pick<Measure, "difference" | "lo" | "hi">): string {
  return showInterval(difference, { lo, hi }, signed);
}

import { plural } from "../base/index.ts";
import { type Interval, leastUnits } from "../stats/index.ts";

/** A figure with its 95 % interval, or why there is none. */
export type Figure =
  | ({ kind: "known"; value: number /** Labels behind it. */; n: number } & Interval)
  | { kind: "unknown"; why: string /** Labels that are missing, if their number is known. */; missing?: number };

/**
 * The least numbers for a figure. With fewer `labels`, even a judge that agrees with every one of them could be wrong on
 * one item in ten: the rule for the least number of cases, at a margin of 0.1. For labels of one class, passes or fails,
 * the margin is 0.2. Labels of one case resemble each other: with fewer `cases`, intervals are not to be trusted.
 */
export const least = { labels: leastUnits(0.1), ofClass: leastUnits(0.2), cases: 10 };

/** Why these labels are too few for a figure; undefined if they are enough. */
export function tooFew(
  items: readonly { cluster: string }[],
  needed: number = least.labels,
  [one, many]: readonly [one: string, many: string] = ["label", "labels"],
): Extract<Figure, { kind: "unknown" }> | undefined {
  const n = items.length;
  const cases = new Set(items.map(({ cluster }) => cluster)).size;
  const counted = `${n} ${n === 1 ? one : many}`;
  if (n < needed)
    return { kind: "unknown", why: `${counted}; ${needed} are needed, ${needed - n} more`, missing: needed - n };
  if (cases >= least.cases) return undefined;
  const missing = least.cases - cases;
  const why = `${counted} of ${plural(cases, "case")}; ${least.cases} cases are needed, ${missing} more`;
  return { kind: "unknown", why, missing };
}

export function known({ value, lo, hi }: Interval & { value: number }, n: number): Figure {
  return { kind: "known", value, lo, hi, n };
}

import { nonInferiorMean } from "../stats/index.ts";
import type { Sampling } from "./exact.ts";
import { type PairedCells, type PairedUnits, pairedUnits } from "./paired-units.ts";
import type { Scope } from "./policy.ts";
import type { Verdict } from "./verdict.ts";

/** How a measure is tested. */
export interface MeasureTest {
  /** How much worse is still accepted. */
  margin: number;
  scope: Scope;
  /** The share of planned trials that may be missing on either side. */
  maxUnscored: number;
  /** Where nothing was sampled in either run, what was seen is what there is. */
  sampling?: Sampling | undefined;
  /** Trials that were never played and are in no pair, of either side. */
  unplayed?: { before: number; after: number } | undefined;
}

/** One measure, compared. */
export interface TestedUnits extends Pick<PairedUnits, "cases" | "planned" | "missing"> {
  verdict: Verdict;
  /** Whether it comes from what was seen, without an interval. */
  exact: boolean;
  /** Trials, cases or clusters that the interval rests on. */
  units: number;
  means: { before: number; after: number };
  /** After − before, its 95 % interval, and the one-sided bounds at 5 %: "at worst" and "at best". */
  difference: number;
  lo: number;
  hi: number;
  lower: number;
  upper: number;
  pNotWorse: number;
  pWorse: number;
}

/** Float noise: a drop by exactly the margin is within it. */
const tolerance = 1e-9;

/** Tests one measure by non-inferiority; undefined where it applies to no case. */
export function testMeasure(cells: PairedCells, test: MeasureTest): TestedUnits | undefined {
  const units = pairedUnits(cells, test.scope);
  const { unplayed = { before: 0, after: 0 } } = test;
  const planned = { before: units.planned.before + unplayed.before, after: units.planned.after + unplayed.after };
  const missing = { before: units.missing.before + unplayed.before, after: units.missing.after + unplayed.after };
  const found = nonInferiorMean(units.differences, { margin: test.margin, clusters: units.clusters });
  if (!found) return undefined;
  const { diff, verdict, n: _n, ...bounds } = found;
  const tooMany = (side: "before" | "after") => missing[side] / planned[side] > test.maxUnscored;
  const exactly = diff < -test.margin - tolerance ? "fail" : "pass";
  // Where it is unknown, a drop that was seen counts, and what was not seen leaves room for doubt.
  const exact = test.sampling === "nothing" || (test.sampling === "unknown" && exactly === "fail");
  return {
    ...bounds,
    cases: units.cases,
    planned,
    missing,
    means: { before: meanOf(units.before), after: meanOf(units.after) },
    difference: diff,
    verdict: tooMany("before") || tooMany("after") ? "error" : exact ? exactly : verdict,
    exact,
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const severity = ["pass", "inconclusive", "fail", "error"] as const;

/** The worst of several verdicts. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return severity.findLast((verdict) => verdicts.includes(verdict)) ?? "pass";
}

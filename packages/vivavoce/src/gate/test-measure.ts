import { mean, nonInferiorMean } from "../stats/index.ts";
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
  /** If nothing was sampled in either run, the difference is exact. */
  sampling?: Sampling | undefined;
  /** A run was looked at while it was played: see `nonInferiorMean`. */
  anytime?: { largest: number } | undefined;
  /** Trials that were never played and are in no pair, of either side. */
  unplayed?: { before: number; after: number } | undefined;
}

/** One measure, compared. */
export interface TestedUnits extends Pick<PairedUnits, "cases" | "planned" | "missing"> {
  verdict: Verdict;
  /** Why no interval was needed: nothing was sampled, or a drop was seen and trials are missing. */
  exact: "nothing sampled" | "drop seen" | undefined;
  /** The number of trials, cases or clusters behind the interval. */
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

/** Allows for rounding errors: a drop by exactly the margin is within it. */
const tolerance = 1e-9;

/** Tests whether one measure is not worse by more than the margin (non-inferiority); undefined if it applies to no case. */
export function testMeasure(cells: PairedCells, test: MeasureTest): TestedUnits | undefined {
  const units = pairedUnits(cells, test.scope);
  const { unplayed = { before: 0, after: 0 } } = test;
  const planned = { before: units.planned.before + unplayed.before, after: units.planned.after + unplayed.after };
  const missing = { before: units.missing.before + unplayed.before, after: units.missing.after + unplayed.after };
  const found = nonInferiorMean(units.differences, {
    margin: test.margin,
    clusters: units.clusters,
    anytime: test.anytime,
  });
  if (!found) return undefined;
  const { diff, verdict, n: _n, ...bounds } = found;
  const tooMany = (side: "before" | "after") => missing[side] / planned[side] > test.maxUnscored;
  const exactly = diff < -test.margin - tolerance ? "fail" : "pass";
  // If sampling is unknown, a drop that was seen counts, and without one the interval decides.
  const dropped = test.sampling === "unknown" && exactly === "fail";
  const exact = test.sampling === "nothing" ? "nothing sampled" : dropped ? "drop seen" : undefined;
  return {
    ...bounds,
    cases: units.cases,
    planned,
    missing,
    means: { before: mean(units.before).mean ?? 0, after: mean(units.after).mean ?? 0 },
    difference: diff,
    verdict: tooMany("before") || tooMany("after") ? "error" : exact ? exactly : verdict,
    exact,
  };
}

const severity = ["pass", "inconclusive", "fail", "error"] as const;

/** The worst of several verdicts. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return severity.findLast((verdict) => verdicts.includes(verdict)) ?? "error";
}

import type { Verdict } from "../shape/index.ts";
import { nonInferiorMean } from "../stats/index.ts";
import { couldDiffer, type Sampling } from "./exact.ts";
import type { PairedUnits, UnitDifferences } from "./paired-units.ts";
import { tolerance } from "./policy.ts";

/** How a measure is tested. */
export interface MeasureTest {
  /** How much worse is still accepted. */
  margin: number;
  /** The share of planned trials that may be missing on either side. */
  maxUnscored: number;
  /** If nothing was sampled in either run, the difference is exact. */
  sampling?: Sampling | undefined;
  /** A run was looked at while it was played: see `nonInferiorMean`. */
  anytime?: { largest: number } | undefined;
  /** Trials that were never played and are in no pair, of either side. */
  unplayed?: { before: number; after: number } | undefined;
}

/** After − before where both sides have a value, and its 95 % interval; undefined if there is no such case. */
export interface SeenDifference {
  difference: number | undefined;
  lo: number | undefined;
  hi: number | undefined;
}

/** One measure, compared: `difference`, `lo` and `hi` are what was seen, everything else counts what is missing against the new run. */
export interface TestedUnits extends SeenDifference, Pick<PairedUnits, "cases" | "planned" | "missing"> {
  /** The cases behind the difference: those with a value on both sides. */
  inBoth: number;
  verdict: Verdict;
  /** Why no interval was needed: nothing was sampled, or a drop was seen and trials are missing. */
  exact: "nothing sampled" | "drop seen" | undefined;
  /** The number of trials, cases or clusters behind the interval. */
  units: number;
  /** The one-sided bounds at 5 %: "at worst" and "at best". */
  lower: number;
  upper: number;
  pNotWorse: number;
  pWorse: number;
}

/** Tests whether one measure is not worse by more than the margin (non-inferiority); undefined if it applies to no case. */
export function testMeasure(units: PairedUnits, test: MeasureTest): TestedUnits | undefined {
  const { unplayed = { before: 0, after: 0 } } = test;
  const planned = { before: units.planned.before + unplayed.before, after: units.planned.after + unplayed.after };
  const missing = { before: units.missing.before + unplayed.before, after: units.missing.after + unplayed.after };
  const testOf = ({ differences, clusters }: UnitDifferences) =>
    nonInferiorMean(differences, { margin: test.margin, clusters, anytime: test.anytime });
  const found = testOf(units);
  if (!found) return undefined;
  const { diff, verdict, n: _n, lo: _lo, hi: _hi, ...bounds } = found;
  const isWhole = units.missing.before + units.missing.after === 0;
  const seen = isWhole ? found : testOf(units.observed);
  const tooMany = (side: "before" | "after") => missing[side] / planned[side] > test.maxUnscored;
  // If sampling is unknown, a drop that was seen counts, and without one the interval decides.
  const dropped = test.sampling?.kind === "unknown" && diff < -test.margin - tolerance;
  const exact = test.sampling?.kind === "exact" ? "nothing sampled" : dropped ? "drop seen" : undefined;
  const exactly = test.sampling?.kind === "exact" ? exactVerdict(-diff, test.margin, test.sampling.plays) : "fail";
  return {
    ...bounds,
    cases: units.cases,
    planned,
    missing,
    inBoth: units.observed.cases,
    ...{ difference: seen?.diff, lo: seen?.lo, hi: seen?.hi },
    verdict: tooMany("before") || tooMany("after") ? "error" : exact ? exactly : verdict,
    exact,
  };
}

/** The verdict on a drop that nothing random is behind, as far as second plays have shown that. */
function exactVerdict(drop: number, margin: number, plays: number): Verdict {
  const doubt = couldDiffer(plays);
  if (drop + doubt <= margin + tolerance) return "pass";
  return drop - doubt > margin + tolerance ? "fail" : "inconclusive";
}

const severity = ["pass", "inconclusive", "fail", "error"] as const;

/** The worst of several verdicts. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return severity.findLast((verdict) => verdicts.includes(verdict)) ?? "error";
}

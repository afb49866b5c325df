export type { Again, Tries } from "./again.ts";
export { baselineNameSchema, baselineText, currentResult, parseBaseline } from "./baseline-file.ts";
export { type CaseValues, cellsOf, meanOf, type TrialValues } from "./case-values.ts";
export type { Change } from "./changes.ts";
export { comparability, pendingOf } from "./comparability.ts";
export { byDimension, type ComparedDimension, onScaleOf } from "./compare-dimensions.ts";
export type { ComparedSide, Flip, Measure, PairedValue } from "./compared.ts";
export { type Comparison, type ComparisonResult, type ComparisonWishes, compareResults } from "./comparison.ts";
export { apartFrom, earlierVerdict, worseOf } from "./decide-comparison.ts";
export {
  type Circumstances,
  type Decision,
  decision,
  type RunDecision,
  reasonOf,
  type SuiteDecision,
  type Verdict,
  worst,
} from "./decision.ts";
export { DrawnOrder, DrawnValues, type EarlyPlan, earlyPlan, rankOf, unitOf } from "./drawn-values.ts";
export { shareDraws } from "./exact.ts";
export { MeansGathering, MeasureGathering, neverPlayed, shownOf } from "./measure-gathering.ts";
export { passRateName } from "./measure-name.ts";
export { pairResults, refuseUnknownChoice, type WantedVariants } from "./pair-results.ts";
export { effective, type GatePolicy, gatePolicySchema, percent } from "./policy.ts";
export { type PowerAnswer, plannedMeasures, powerOf } from "./power.ts";
export { showP, signed } from "./signed.ts";
export { type SeenDifference, worstVerdict } from "./test-measure.ts";
export { reachText, tooFew } from "./too-few.ts";
export {
  assertSum,
  count,
  emptyTally,
  skippedReason,
  statusAgain,
  type Tally,
  type TrialStatus,
  trialStatus,
  trialStatuses,
} from "./trial-status.ts";
export type { AgentSources, Tried, UsedDimension, VariantResult } from "./variant-result.ts";
export type {
  MeasureSummary,
  MetricSummary,
  ShownMeasure,
  UsersOfCase,
  VarianceSplit,
  VariantRepeats,
  VariantSummary,
} from "./variant-summary.ts";
export { decide } from "./verdict.ts";

export { type BaselineFile, baselineNameSchema, baselineText, liftedResult, parseBaseline } from "./baseline-file.ts";
export { type CaseValues, type Cell, cellsOf, meanOf, type TrialValues } from "./case-values.ts";
export { type Change, changesBetween } from "./changes.ts";
export {
  type CaseDifferences,
  type Comparability,
  comparability,
  type NotCompared,
  type Rescoring,
} from "./comparability.ts";
export type { Flip, Measure } from "./compared.ts";
export { type Comparison, type ComparisonResult, compareResults } from "./comparison.ts";
export { type ComparisonDecision, worseOf } from "./decide-comparison.ts";
export { earlierVerdict } from "./earlier-verdict.ts";
export { passRateName } from "./measure-name.ts";
export { type PairedResults, pairResults, type WantedVariants } from "./pair-results.ts";
export { defaultMargin, effective, type GatePolicy, gatePolicySchema, percent } from "./policy.ts";
export { type PowerAnswer, plannedMeasures, powerOf } from "./power.ts";
export { showP, signed } from "./signed.ts";
export { type TestedUnits, testMeasure, worstVerdict } from "./test-measure.ts";
export { tooFew } from "./too-few.ts";
export {
  assertSum,
  count,
  emptyTally,
  type Tally,
  type TrialStatus,
  trialStatus,
  trialStatuses,
} from "./trial-status.ts";
export { type AgentSources, type UsedMetric, type VariantResult, variantResultSchema } from "./variant-result.ts";
export type {
  FlakyCase,
  MeasureSummary,
  MetricSummary,
  RepeatsSummary,
  VarianceSplit,
  VariantSummary,
} from "./variant-summary.ts";
export { type Circumstances, type Decision, decide, type Verdict, worst } from "./verdict.ts";

export { type BaselineFile, baselineNameSchema, baselineText, parseBaseline } from "./baseline-file.ts";
export { CaseGathering, type CaseValues, decidedOf, passRateOf, type TrialValues } from "./case-values.ts";
export { type Change, changesBetween } from "./changes.ts";
export {
  type CaseDifferences,
  type Comparability,
  comparability,
  type NotCompared,
  passRateName,
  type Rescoring,
} from "./comparability.ts";
export {
  type Comparison,
  type ComparisonResult,
  compareResults,
  type Flip,
  type TestedMeasure,
} from "./comparison.ts";
export { type ComparisonDecision, decideAgainstBaseline, decideComparison } from "./decide-comparison.ts";
export { caseValue, type Measure } from "./measure.ts";
export { type PairedResults, pairResults, type WantedVariants } from "./pair-results.ts";
export { defaultMargin, type GatePolicy, gatePolicySchema } from "./policy.ts";
export {
  casesNeeded,
  type PowerBasis,
  type PowerQuestion,
  powerBasis,
  repeatsNeeded,
  smallestVisible,
} from "./power.ts";
export { showP, signed } from "./signed.ts";
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
export { type Decision, decide, type RunFacts, type Verdict, worst } from "./verdict.ts";

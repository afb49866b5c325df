export { mulberry32, type Random } from "../base/index.ts";
export { type AnytimeEvidence, anytimeFloor, anytimeMcNemar } from "./anytime.ts";
export { type BootstrapEstimate, type BootstrapOptions, bootstrap } from "./bootstrap.ts";
export type { Clusters } from "./bound/units.ts";
export { type BoundedMean, type BoundedMeanOptions, boundedMean } from "./bounded-mean.ts";
export { clopperPearson } from "./clopper-pearson.ts";
export { type ClusteredMeanEstimate, clusteredMean } from "./clustered-mean.ts";
export { kendallTauB, pearson, spearman } from "./correlation.ts";
export { type FisherResult, fisher } from "./fisher.ts";
export type { Interval } from "./interval.ts";
export { type AgreementTable, cohenKappa, gwetAC1, type KappaEstimate, weightedKappa } from "./kappa.ts";
export { krippendorffAlpha, type MeasurementLevel, type Rating } from "./krippendorff.ts";
export { type MeanEstimate, mean } from "./mean.ts";
export { sortedQuantile } from "./moments.ts";
export { benjaminiHochberg, bonferroni, holm } from "./multiple-testing.ts";
export { newcombe, type RateDifference, wilson, wilsonLower } from "./newcombe.ts";
export {
  leastUnits,
  marginInReach,
  type NonInferiorMean,
  type NonInferiorMeanOptions,
  nonInferiorMean,
} from "./non-inferior-mean.ts";
export { type McNemarResult, mcnemar, type PairedRateDifference, pairedProportion } from "./paired-proportion.ts";
export { type PairedComparison, pairedTest, signFlipTest } from "./paired-test.ts";
export { effectivePanelSize } from "./panel.ts";
export { type PassHat, type PassHatOptions, passAtK, passHat, passHatK } from "./pass-hat.ts";
export {
  type OneRunPlan,
  type Plan,
  type PlanGoal,
  type PlanOptions,
  plan,
  planFromOneRun,
  type Unplanned,
} from "./plan.ts";
export { type ComparisonDesign, minimumDetectableEffect } from "./power.ts";
export { type JudgedScores, type PpiEstimate, ppi } from "./ppi.ts";
export { type RepeatsSummary, repeats, type VarianceComponents, varianceComponents } from "./repeats.ts";
export { type CorrectedRate, type JudgedRate, roganGladen } from "./rogan-gladen.ts";
export { type SampledMean, type SampledMeanOptions, type SampledUnit, sampledMean } from "./sampled-mean.ts";
export { type SprtHypotheses, type SprtResult, sprt } from "./sprt.ts";

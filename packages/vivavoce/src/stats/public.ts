export type { Clusters } from "./bound/units.ts";
export { type BoundedMean, type BoundedMeanOptions, boundedMean } from "./bounded-mean.ts";
export { clopperPearson } from "./clopper-pearson.ts";
export type { Interval } from "./interval.ts";
export { type AgreementTable, cohenKappa, type KappaEstimate } from "./kappa.ts";
export { type McNemarResult, mcnemar } from "./mcnemar.ts";
export { type MeanEstimate, mean } from "./mean.ts";
export { holm } from "./multiple-testing.ts";
export { type NonInferiorMean, type NonInferiorMeanOptions, nonInferiorMean } from "./non-inferior-mean.ts";
export { type PairedComparison, pairedTest, signFlipTest } from "./paired-test.ts";
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
export { type JudgedScores, type PpiEstimate, ppi } from "./ppi.ts";
export { type RepeatsSummary, repeats, type VarianceComponents, varianceComponents } from "./repeats.ts";
export { type SampledMean, type SampledMeanOptions, type SampledUnit, sampledMean } from "./sampled-mean.ts";
export { wilson } from "./wilson.ts";

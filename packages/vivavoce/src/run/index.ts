export { isBeingPlayed } from "./claim-run.ts";
export { type Estimate, estimateSuite } from "./estimate.ts";
export { failedBefore } from "./failed-before.ts";
export { defaultOptions, type RunOptions } from "./options.ts";
export { type PastResults, pastResults } from "./past-results.ts";
export { writeSteps } from "./pinned-steps.ts";
export {
  NothingSelected,
  type PlannedTrial,
  plannedTrials,
  planSuite,
  type SuitePlan,
  type VariantPlan,
} from "./plan.ts";
export { playOnce } from "./play-once.ts";
export { type PreparedPlan, prepareMetrics } from "./prepare-metrics.ts";
export { floorMeans, headerOf, readResults, readSuiteResults } from "./read-results.ts";
export { ResumeRefused, type Resumption, resumeRun } from "./resume.ts";
export { executeRun, type RunListener, type RunResult, type SuiteProgress } from "./run.ts";
export type { FinishedTrial } from "./run-trial.ts";
export { type ScoredSuite, ScoreRefused, scoreRun } from "./score-run.ts";
export { scoreTranscript } from "./score-transcript.ts";
export { storedFacts } from "./stored-facts.ts";
export { suiteHeader } from "./suite-header.ts";
export { OpenedModels, type SuiteModels, suiteModels } from "./suite-models.ts";
export { suiteTrial } from "./suite-trial.ts";
export type { TrafficMode } from "./traffic-mode.ts";
export { type NotWhole, whyNotWhole } from "./whole-run.ts";

export { auditSuites, type FinishedAudit } from "./audit-run.ts";
export { type AuditSample, drawAuditSample } from "./audit-sample.ts";
export { beatingProblem, beatingRuns, busyProblem, claimRun } from "./claim-run.ts";
export { type Estimate, estimateJudging, estimateSuite } from "./estimate.ts";
export { type FoundShard, findShards } from "./find-shards.ts";
export { auditCassette, givenName } from "./given-cassette.ts";
export { givenPlan, withOwnCases } from "./given-plan.ts";
export { blameRunningTrial } from "./in-flight.ts";
export { tapeFaults } from "./judge-tapes.ts";
export { keepGiven } from "./keep-given.ts";
export { standIn } from "./made-agent.ts";
export { fitShards, mergeShards } from "./merge-shards.ts";
export { missingJudges } from "./missing-models.ts";
export { OpenedModels } from "./opened-models.ts";
export { defaultOptions, type RunOptions } from "./options.ts";
export { writeSteps } from "./pinned-steps.ts";
export {
  metricIdentity,
  type PlannedTrial,
  plannedTrials,
  type SuitePlan,
  suiteTrial,
  trialAt,
  type VariantPlan,
} from "./plan.ts";
export { planRun, planSuites } from "./plan-run.ts";
export { planSuite } from "./plan-suite.ts";
export { playSuite } from "./play-suite.ts";
export { prepareMetrics, prepareSuites } from "./prepare-metrics.ts";
export { note, type SuiteProgress, startingProgress } from "./progress.ts";
export { failedBefore, planOptions, resumableRun } from "./resumable.ts";
export { planDifferences, resumeRun } from "./resume.ts";
export { executeRun, failLate, type RunResult } from "./run.ts";
export type { RunSettings, SuitePlayer, SuiteWork } from "./run-settings.ts";
export { refuseChanges, type ScoredSuite, scoreRun } from "./score-run.ts";
export { standstillAfter, watchForStandstill } from "./standstill.ts";
export { planIdentity, suiteHeader } from "./suite-header.ts";
export { suiteModels } from "./suite-models.ts";
export { listOf, TapeNotes } from "./tape-notes.ts";
export { Elsewhere, type ProcessJob } from "./trial/play-elsewhere.ts";
export { playHere } from "./trial/play-here.ts";
export { playForTest, playOnce, type TestTrial } from "./trial/play-unstored.ts";
export { type FinishedTrial, type LateTrial, runTrial, type TrialHost } from "./trial/run.ts";

export { type AuditSettings, auditSuites, type FinishedAudit } from "./audit-run.ts";
export { type AuditSample, drawAuditSample } from "./audit-sample.ts";
export {
  beatingProblem,
  beatingRuns,
  busyProblem,
  claimRun,
  isBeingPlayed,
  longestSilenceMs,
  thisProcess,
} from "./claim-run.ts";
export { type Estimate, estimateJudging, estimateSuite } from "./estimate.ts";
export { failedBefore } from "./failed-before.ts";
export { type FoundShard, findShards } from "./find-shards.ts";
export { auditCassette, givenName } from "./given-cassette.ts";
export {
  type GivenTrial,
  givenPlan,
  type OwnCase,
  ownCaseHash,
  withOwnCases,
} from "./given-plan.ts";
export { blameRunningTrial } from "./in-flight.ts";
export { tapeFaults } from "./judge-tapes.ts";
export { type KeptTranscript, keepGiven } from "./keep-given.ts";
export { fitShards, mergeShards } from "./merge-shards.ts";
export { metricIdentity } from "./metric-identity.ts";
export { missingJudges } from "./missing-models.ts";
export { defaultOptions, type RunOptions } from "./options.ts";
export { writeSteps } from "./pinned-steps.ts";
export { type PlannedTrial, plannedTrials, type SuitePlan, suiteTrial, trialAt, type VariantPlan } from "./plan.ts";
export { planIdentity } from "./plan-identity.ts";
export { planRun, planSuites } from "./plan-run.ts";
export { planSuite } from "./plan-suite.ts";
export { playSuite } from "./play-suite.ts";
export { prepareMetrics } from "./prepare-metrics.ts";
export { prepareSuites } from "./prepare-suites.ts";
export { note, type RunListener, type SuiteProgress, startingProgress } from "./progress.ts";
export { secretIn } from "./refuse-secret-names.ts";
export { planOptions, resumableRun } from "./resumable.ts";
export { planDifferences, resumeRun } from "./resume.ts";
export { executeRun, type RunResult } from "./run.ts";
export type { RunSettings, SuitePlayer, SuiteWork } from "./run-settings.ts";
export { refuseChanges, type ScoredSuite, scoreRun } from "./score-run.ts";
export { standIn } from "./stand-in.ts";
export { standstillAfter, watchForStandstill } from "./standstill.ts";
export { suiteHeader } from "./suite-header.ts";
export { OpenedModels, suiteModels } from "./suite-models.ts";
export { wireRoute } from "./suite-wire.ts";
export { listOf, TapeNotes } from "./tape-notes.ts";
export type { TrafficMode } from "./traffic-mode.ts";
export { Elsewhere, type ProcessJob } from "./trial/play-elsewhere.ts";
export { playHere } from "./trial/play-here.ts";
export { type PlayedOnce, playOnce } from "./trial/play-once.ts";
export { type PlayedTrial, playForTest } from "./trial/played.ts";
export { type FinishedTrial, type LateTrial, runTrial, type TrialHost, type TrialManner } from "./trial/run.ts";

export type { SlotDefinition, SlotDefinitions } from "../spoken/index.ts";
export type { MetricDefinition } from "./define-metric.ts";
export { criteria } from "./judged/criteria.ts";
export type { CriteriaOptions, CriteriaRubric } from "./judged/criteria-groups.ts";
export { type DagMaker, type DagMetric, dag } from "./judged/dag/dag.ts";
export { type DagRegistry, dagFromJson, dagToJson } from "./judged/dag/graph-json.ts";
export type { DagNode } from "./judged/dag/node.ts";
export { type DeepevalOptions, deepeval } from "./judged/deepeval.ts";
export type { JudgedDefinition, JudgedOptions } from "./judged/definition.ts";
export { judgedMetric } from "./judged/judged-metric.ts";
export { type Pairwise, type PairwiseOptions, type PairwiseResult, pairwise } from "./judged/pairwise.ts";
export type { CodeDecision, Dimension, RubricOptions, RubricReply } from "./judged/rubric/options.ts";
export { rubric } from "./judged/rubric/rubric.ts";
export { type DimensionScore, weightedScore } from "./judged/rubric/slots.ts";
export { defineMetric } from "./own-metric.ts";
export type { FaithfulnessOptions, HallucinationOptions } from "./rows/claims.ts";
export { answerRelevancy, faithfulness, hallucination } from "./rows/claims.ts";
export type { NonAdviceOptions, RoleOptions, TopicAdherenceOptions } from "./rows/conduct.ts";
export {
  bias,
  misuse,
  nonAdvice,
  piiLeakage,
  roleAdherence,
  roleViolation,
  topicAdherence,
  toxicity,
} from "./rows/conduct.ts";
export type { ContextOptions, SummarizationOptions } from "./rows/contexts.ts";
export { contextualPrecision, contextualRecall, contextualRelevancy, summarization } from "./rows/contexts.ts";
export { clarification, escalation, refusal } from "./rows/duties.ts";
export { language } from "./rows/language.ts";
export type { RowOptions } from "./rows/options.ts";
export { commitments, disclosure } from "./rows/sayings.ts";
export { planAdherence, stepEfficiency } from "./rows/steps.ts";
export type { CoherenceOptions, GoalOptions, PromptAlignmentOptions } from "./rows/task.ts";
export {
  coherence,
  completeness,
  goalAccuracy,
  knowledgeRetention,
  promptAlignment,
  taskCompletion,
} from "./rows/task.ts";
export { argumentCorrectness, honestAboutFailures } from "./rows/tool-honesty.ts";
export { type CarriedOutOptions, carriedOut } from "./rules/carried-out.ts";
export { type ClaimsOptions, claims } from "./rules/claims.ts";
export { ending } from "./rules/ending.ts";
export { type HazardOptions, hazard } from "./rules/hazard.ts";
export { type LimitsOptions, limits } from "./rules/limits.ts";
export { type LoopsOptions, loops } from "./rules/loops.ts";
export { type SafetyOptions, safety } from "./rules/safety.ts";
export { spoken } from "./rules/spoken.ts";
export type { SpokenOptions } from "./rules/spoken-options.ts";
export type { ContainsOptions, EqualsOptions, MatchesOptions } from "./rules/text/compare.ts";
export { contains, equals, matches } from "./rules/text/compare.ts";
export { type JsonOptions, json } from "./rules/text/json.ts";
export { type ToolCallsOptions, toolCalls } from "./rules/tool-calls.ts";
export { type ToolPermissionOptions, toolPermission } from "./rules/tool-permission.ts";
export { toolUse } from "./rules/tool-use.ts";
export { worldEffects } from "./rules/world-effects.ts";
export type { Metric, MetricOptions, MetricResult, ScoredExtra, YesOrNoOptions } from "./types.ts";
export { allOf, scored, shareOf, skipped, unscored } from "./types.ts";

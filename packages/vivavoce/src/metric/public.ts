export { defineMetric, type MetricDefinition } from "./define-metric.ts";
export { answerRelevancy } from "./judged/answer-relevancy.ts";
export { argumentCorrectness } from "./judged/catalogue/argument-correctness.ts";
export { completeness } from "./judged/catalogue/completeness.ts";
export { bias, type NonAdviceOptions, nonAdvice, piiLeakage, toxicity } from "./judged/catalogue/conduct.ts";
export {
  type ContextOptions,
  contextualPrecision,
  contextualRecall,
  contextualRelevancy,
} from "./judged/catalogue/contexts.ts";
export { type GoalOptions, goalAccuracy, taskCompletion } from "./judged/catalogue/goal.ts";
export { type HallucinationOptions, hallucination } from "./judged/catalogue/hallucination.ts";
export { honestAboutFailures } from "./judged/catalogue/honest-about-failures.ts";
export { knowledgeRetention } from "./judged/catalogue/knowledge-retention.ts";
export { type Pairwise, type PairwiseOptions, pairwise } from "./judged/catalogue/pairwise.ts";
export type { PairwiseCheck, PairwiseQuote, PairwiseResult, Side } from "./judged/catalogue/pairwise-result.ts";
export { type PromptAlignmentOptions, promptAlignment } from "./judged/catalogue/prompt-alignment.ts";
export { misuse, type RoleOptions, roleAdherence, roleViolation } from "./judged/catalogue/role.ts";
export { type SummarizationOptions, summarization } from "./judged/catalogue/summarization.ts";
export { type TopicAdherenceOptions, topicAdherence } from "./judged/catalogue/topic-adherence.ts";
export { type CoherenceOptions, coherence } from "./judged/coherence.ts";
export { criteria } from "./judged/criteria.ts";
export type { CriteriaOptions, CriteriaRubric } from "./judged/criteria-groups.ts";
export { type DagMaker, type DagMetric, dag } from "./judged/dag/dag.ts";
export { type DagRegistry, dagFromJson, dagToJson } from "./judged/dag/graph-json.ts";
export type {
  BinaryNode,
  Branches,
  ChoiceNode,
  CodeAnswer,
  CodeNode,
  DagNode,
  DagOptions,
  Decide,
  Found,
  TaskNode,
  VerdictNode,
} from "./judged/dag/node.ts";
export { type DeepevalOptions, deepeval } from "./judged/deepeval.ts";
export type {
  JudgedAnswer,
  JudgedDefinition,
  JudgedEntry,
  JudgedItem,
  JudgedOptions,
  JudgedOutcome,
  SecondValue,
} from "./judged/definition.ts";
export { type FaithfulnessOptions, faithfulness } from "./judged/faithfulness.ts";
export { judgedMetric } from "./judged/judged-metric.ts";
export type {
  Anchor,
  CodeDecision,
  Dimension,
  DimensionScore,
  RubricReply,
  RubricScale,
} from "./judged/rubric/dimension.ts";
export type { RubricExchange, RubricOptions } from "./judged/rubric/options.ts";
export { rubric } from "./judged/rubric/rubric.ts";
export { weightedScore } from "./judged/rubric/sample-scores.ts";
export type { CustomMatcher, Expected, Match } from "./matching/index.ts";
export { allOf, type MetricResult, type ScoredExtra, scored, shareOf, skipped, unscored } from "./result.ts";
export {
  clarification,
  commitments,
  disclosure,
  escalation,
  language,
  planAdherence,
  refusal,
  stepEfficiency,
} from "./rows/catalogue.ts";
export type { RowOptions } from "./rows/row.ts";
export { type CarriedOutOptions, carriedOut } from "./rules/carried-out.ts";
export { type ClaimsOptions, claims } from "./rules/claims.ts";
export { ending } from "./rules/ending.ts";
export { type LimitsOptions, limits } from "./rules/limits.ts";
export { type LoopsOptions, loops } from "./rules/loops.ts";
export type { ForbiddenAct, SubjectOf } from "./rules/safety/monitor.ts";
export { type SafetyOptions, safety } from "./rules/safety.ts";
export type { SpokenChecks, SpokenOptions } from "./rules/spoken/options.ts";
export type { SlotDefinitions } from "./rules/spoken/slots/resolve-slots.ts";
export type { SlotDefinition } from "./rules/spoken/slots/slot.ts";
export { spoken } from "./rules/spoken.ts";
export {
  type ContainsOptions,
  contains,
  type EqualsOptions,
  equals,
  type MatchesOptions,
  matches,
} from "./rules/text/compare.ts";
export { type JsonOptions, json } from "./rules/text/json.ts";
export type { WhichReply } from "./rules/text/replies.ts";
export type { CallExpectation, CallMode } from "./rules/tool-calls/match-calls.ts";
export type { CallRules, ForbiddenCall } from "./rules/tool-calls/rules.ts";
export { type ToolCallsOptions, toolCalls } from "./rules/tool-calls.ts";
export { type ToolPermissionOptions, toolPermission } from "./rules/tool-permission.ts";
export { toolUse } from "./rules/tool-use.ts";
export { worldEffects } from "./rules/world-effects.ts";
export type { Identity, Metric, MetricOptions, YesOrNoOptions } from "./types.ts";

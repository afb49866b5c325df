export { compileSchema, patternProblem, type SchemaReading, testPattern } from "../base/index.ts";
export {
  callItems,
  type EvidenceRule,
  type Fact,
  replyItems,
  type Scale,
  scaleMenu,
  sentenceItems,
  sentencesOf,
  userItems,
} from "../judge/index.ts";
export { textSimilarity, wordsOf } from "../speech/index.ts";
export { argumentCorrectness } from "./catalogue/argument-correctness.ts";
export { bias } from "./catalogue/bias.ts";
export { completeness } from "./catalogue/completeness.ts";
export type { ContextOptions } from "./catalogue/contexts.ts";
export { contextualPrecision } from "./catalogue/contextual-precision.ts";
export { contextualRecall } from "./catalogue/contextual-recall.ts";
export { contextualRelevancy } from "./catalogue/contextual-relevancy.ts";
export type { GoalOptions } from "./catalogue/goal.ts";
export { goalAccuracy } from "./catalogue/goal-accuracy.ts";
export { type HallucinationOptions, hallucination } from "./catalogue/hallucination.ts";
export { honestAboutFailures } from "./catalogue/honest-about-failures.ts";
export { knowledgeRetention } from "./catalogue/knowledge-retention.ts";
export { misuse } from "./catalogue/misuse.ts";
export { type NonAdviceOptions, nonAdvice } from "./catalogue/non-advice.ts";
export { type Pairwise, type PairwiseOptions, pairwise } from "./catalogue/pairwise.ts";
export type { PairwiseCheck, PairwiseQuote, PairwiseResult, Side } from "./catalogue/pairwise-result.ts";
export { piiLeakage } from "./catalogue/pii-leakage.ts";
export { type PromptAlignmentOptions, promptAlignment } from "./catalogue/prompt-alignment.ts";
export type { RoleOptions } from "./catalogue/role.ts";
export { roleAdherence } from "./catalogue/role-adherence.ts";
export { roleViolation } from "./catalogue/role-violation.ts";
export { summarization } from "./catalogue/summarization.ts";
export type { SummarizationOptions } from "./catalogue/summary-items.ts";
export { taskCompletion } from "./catalogue/task-completion.ts";
export { type TopicAdherenceOptions, topicAdherence } from "./catalogue/topic-adherence.ts";
export { toxicity } from "./catalogue/toxicity.ts";
export { type DagMetric, dag, dagGraphOf } from "./dag/dag.ts";
export type { DagOptions } from "./dag/dag-options.ts";
export { drawDag } from "./dag/draw-dag.ts";
export { dagFromJson } from "./dag/from-json.ts";
export { type DagJson, dagJsonSchema } from "./dag/graph-json.ts";
export {
  type BinaryNode,
  binary,
  type ChoiceNode,
  type CodeAnswer,
  type CodeNode,
  choice,
  code,
  type DagNode,
  type Decide,
  type Found,
  type TaskNode,
  task,
  type VerdictNode,
  verdict,
} from "./dag/node.ts";
export { type DagRegistry, dagToJson } from "./dag/to-json.ts";
export { defineMetric, type MetricDefinition } from "./define-metric.ts";
export { ending, expectsEnding } from "./ending.ts";
export { judgeCalls } from "./judge-calls.ts";
export { answerRelevancy } from "./judged/answer-relevancy.ts";
export { type CoherenceOptions, coherence } from "./judged/coherence.ts";
export { criteria } from "./judged/criteria.ts";
export type { CriteriaOptions, Rubric } from "./judged/criteria-groups.ts";
export type {
  JudgedAnswer,
  JudgedDefinition,
  JudgedEntry,
  JudgedItem,
  JudgedOptions,
  Outcome as JudgedOutcome,
  SecondValue,
} from "./judged/definition.ts";
export { type FaithfulnessOptions, faithfulness } from "./judged/faithfulness.ts";
export { judgedMetric, meanOfValues } from "./judged/judged-metric.ts";
export { type ThresholdMeaning, thresholdMeaning } from "./judged/threshold-meaning.ts";
export { type LimitsOptions, limits } from "./limits.ts";
export { type LoopsOptions, loops } from "./loops.ts";
export {
  type CustomMatcher,
  type Expected,
  type Match,
  matchValue,
} from "./matching/index.ts";
export { type MetricResult, type ScoredExtra, scored, skipped, unscored } from "./result.ts";
export type { CodeDecision, Dimension, DimensionScore, RubricReply, RubricScale } from "./rubric/dimension.ts";
export type { RubricExchange, RubricOptions } from "./rubric/options.ts";
export { rubric } from "./rubric/rubric.ts";
export { weightedScore } from "./rubric/weighted-score.ts";
export { type SafetyOptions, safety } from "./safety.ts";
export { type Check, type Quote, type Score, type Scored, scoreSchema } from "./score.ts";
export { scoreSafely } from "./score-safely.ts";
export {
  type Comparison,
  compareAddresses,
  compareNames,
  comparePhones,
  compareTimes,
  compareZips,
  type FindContext,
  type FoundValue,
  findAddresses,
  findGivenNames,
  findHeardNames,
  findPhones,
  findTimes,
  findZips,
  normaliseAddress,
  normaliseName,
  normalisePhone,
  normaliseTime,
  normaliseZip,
  type SlotDefinition,
  type SlotDefinitions,
  type SlotKind,
  type SlotKindName,
  type SpeakabilityOptions,
  type SpokenChecks,
  type SpokenOptions,
  spelledLetters,
  spokenDigits,
  type Unspeakable,
  type UnspeakableKind,
  unspeakableIn,
} from "./spoken/index.ts";
export { spoken } from "./spoken.ts";
export { type ContainsOptions, contains } from "./text/contains.ts";
export { type EqualsOptions, equals } from "./text/equals.ts";
export { type JsonOptions, json } from "./text/json.ts";
export { type MatchesOptions, matches } from "./text/matches.ts";
export type { WhichReply } from "./text/replies.ts";
export type { CallExpectation, CallMode } from "./tool-calls/match-calls.ts";
export { type ToolCallsOptions, toolCalls } from "./tool-calls.ts";
export { type ToolPermissionOptions, toolPermission } from "./tool-permission.ts";
export { toolUse } from "./tool-use.ts";
export type { Identity, Metric, MetricOptions, YesOrNoOptions } from "./types.ts";
export { worldEffects } from "./world-effects.ts";

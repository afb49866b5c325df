export { patternProblem, testPattern } from "../base/index.ts";
export { defineMetric, type MetricDefinition } from "./define-metric.ts";
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
  Outcome,
  SecondValue,
} from "./judged/definition.ts";
export { type FaithfulnessOptions, faithfulness } from "./judged/faithfulness.ts";
export { judgedMetric, meanOfValues } from "./judged/judged-metric.ts";
export { type ThresholdMeaning, thresholdMeaning } from "./judged/threshold-meaning.ts";
export { type LimitsOptions, limits } from "./limits.ts";
export { type LoopsOptions, loops } from "./loops.ts";
export {
  type CustomMatcher,
  compileSchema,
  type Expected,
  type Match,
  matchValue,
} from "./matching/index.ts";
export { type MetricResult, type ScoredExtra, scored, skipped, unscored } from "./result.ts";
export { type SafetyOptions, safety } from "./safety.ts";
export { type Check, type Quote, type Score, type Scored, scoreSchema } from "./score.ts";
export { type ContainsOptions, contains } from "./text/contains.ts";
export { type EqualsOptions, equals } from "./text/equals.ts";
export { type JsonOptions, json } from "./text/json.ts";
export { type MatchesOptions, matches } from "./text/matches.ts";
export type { WhichReply } from "./text/replies.ts";
export { textSimilarity, wordsOf } from "./text/text-similarity.ts";
export type { CallExpectation, CallMode } from "./tool-calls/match-calls.ts";
export { type ToolCallsOptions, toolCalls } from "./tool-calls.ts";
export { type ToolPermissionOptions, toolPermission } from "./tool-permission.ts";
export { toolUse } from "./tool-use.ts";
export type { Identity, Metric, MetricOptions, YesOrNoOptions } from "./types.ts";
export { worldEffects } from "./world-effects.ts";

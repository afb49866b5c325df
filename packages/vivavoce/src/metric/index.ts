export { defineMetric, type MetricDefinition } from "./define-metric.ts";
export { type LimitsOptions, limits } from "./limits.ts";
export { type LoopsOptions, loops } from "./loops.ts";
export {
  type CustomMatcher,
  compileSchema,
  type Expected,
  type Match,
  matchValue,
  patternProblem,
  testPattern,
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

export * from "./agent/public.ts";
export {
  type Clock,
  type ExitCode,
  type Ids,
  InfrastructureError,
  InputError,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type Place,
  type Problem,
  type Random,
  VivaError,
} from "./base/index.ts";
export { type CaseFiles, type CaseOptions, type CaseSchema, cases, type InputWarning } from "./case/index.ts";
export * from "./conversation/public.ts";
export * from "./gateway/public.ts";
export type { Judge } from "./judge/index.ts";
export type { Identity, Metric } from "./metric/index.ts";
export {
  type AiSdkModel,
  asAiSdkModel,
  type ModelChoice,
  ModelError,
  type ModelFailure,
  type ModelSpec,
  type RequestMatchers,
  type ServedAiSdkModel,
} from "./model/index.ts";
export type * from "./model/public.ts";
export {
  type Ability,
  type Approval,
  allCalls,
  type Case,
  type CaseInput,
  callsOf,
  caseSchema,
  type Effect,
  type Exchange,
  type FailedTest,
  type Fate,
  type FaultKind,
  type GatePolicy,
  isWrite,
  type LooseToolCall,
  type Message,
  type MockAnswer,
  messagesOf,
  type Outcome,
  replyOf,
  type Score,
  type Snapshot,
  type ToolCall,
  type ToolEffect,
  type ToolError,
  type Transcript,
  type TranscriptItem,
  transcriptSchema,
  type Usage,
  type UserLine,
  type UserLineInput,
  type Variant,
  type World,
  wholeReplyOf,
} from "./shape/index.ts";
export * from "./suite/public.ts";

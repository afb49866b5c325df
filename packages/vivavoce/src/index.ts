export * from "./agent/public.ts";
export {
  type ExitCode,
  InfrastructureError,
  InputError,
  type JsonObject,
  type JsonValue,
  type Place,
  type Problem,
  VivaError,
} from "./base/index.ts";
export { type CaseFiles, type CaseOptions, type CaseSchema, cases } from "./case/index.ts";
export * from "./conversation/public.ts";
export * from "./gateway/public.ts";
export { asAiSdkModel, ModelError, type ModelFailure, type ServedAiSdkModel } from "./model/index.ts";
export type * from "./model/public.ts";
export {
  allCalls,
  type Case,
  type CaseInput,
  callsOf,
  caseSchema,
  type Effect,
  type Exchange,
  type FaultKind,
  type GatePolicy,
  isWrite,
  type Message,
  messagesOf,
  replyOf,
  type Score,
  type Snapshot,
  type ToolCall,
  type Transcript,
  transcriptSchema,
  type Usage,
  type UserLine,
  type UserLineInput,
  type World,
  wholeReplyOf,
} from "./shape/index.ts";
export * from "./suite/public.ts";

export { inFormOf } from "./in-form-of.ts";
export { addUsage, allCalls, callsOf, messagesOf, replyOf, sumKnown } from "./readers.ts";
export {
  type Approval,
  isWrite,
  type LooseToolCall,
  type ToolCall,
  type ToolEffect,
  type ToolError,
  toolCallOf,
  toolEffectSchema,
} from "./tool-call.ts";
export {
  type Exchange,
  type Outcome,
  type SimulatorFault,
  type Transcript,
  type TranscriptItem,
  transcriptSchema,
  type Usage,
  type UserRecord,
  usageSchema,
} from "./transcript.ts";

export { inFormOf } from "./in-form-of.ts";
export {
  addUsage,
  allCalls,
  callsOf,
  departureOf,
  lastExchange,
  lineInWords,
  messagesOf,
  replyOf,
  sumKnown,
  wholeReplyOf,
  wholeSum,
  wholeUsage,
} from "./readers.ts";
export { storedTranscript } from "./stored-transcript.ts";
export {
  type Approval,
  calledName,
  callFault,
  isWrite,
  type LooseToolCall,
  type ToolCall,
  type ToolEffect,
  type ToolError,
  toolCallOf,
  toolEffectSchema,
} from "./tool-call.ts";
export {
  type Ended,
  type Exchange,
  type ExchangeTimes,
  exchangeTimesSchema,
  type Outcome,
  outcomeSchema,
  type SaidLine,
  type SimulatorFault,
  type Transcript,
  type TranscriptItem,
  transcriptSchema,
  type Usage,
  type UserRecord,
  usageSchema,
} from "./transcript.ts";

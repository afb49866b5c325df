export { type AiSdkModel, aiSdkHost, isAiSdkModel } from "./ai-sdk-model.ts";
export { asAiSdkModel, type ServedAiSdkModel } from "./as-ai-sdk-model.ts";
export { showAddress } from "./call-numbers.ts";
export {
  type CallRecord,
  callRecordSchema,
  modelAnswerSchema,
  type Role,
  roles,
  type WireRecord,
} from "./call-record.ts";
export { type Cassette, type CassetteOptions, openCassette } from "./cassette.ts";
export { type DistantTraffic, distantTraffic, servedTraffic, type TrafficStart } from "./distant-traffic.ts";
export { modelEnvironment } from "./environment.ts";
export { Limiter, type LimiterOptions, type ModelLimits, type ModelWait, modelLimits } from "./limiter.ts";
export { type LiveTraffic, type LiveTrafficOptions, liveTraffic } from "./live-traffic.ts";
export type { AskMcp, McpRecord, McpReply, McpRequest } from "./mcp.ts";
export { errorOf, type FailedCall, missingOf } from "./missing-answer.ts";
export { ModelError, type ModelFailure } from "./model-error.ts";
export { modelTimeOf } from "./model-time.ts";
export { checkedSpec, type OpenModelOptions, openModel } from "./open-model.ts";
export { type Price, pricesAsOf } from "./price-list.ts";
export { costOf, type PricedModel, type Prices, priceOf } from "./prices.ts";
export {
  addressOf,
  type Environment,
  type Host,
  hostOf,
  knownProviders,
  type ModelAddress,
  missingKey,
} from "./provider.ts";
export { type ReplayTraffic, type ReplayTrafficOptions, replayTraffic } from "./replay-traffic.ts";
export { redactedRequest, requestHash } from "./request-hash.ts";
export type { RequestMatchers } from "./request-matchers.ts";
export { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";
export { variantFolder } from "./safe-file-name.ts";
export { withSettings } from "./settings.ts";
export type { Tape } from "./tape.ts";
export { parseTapeFile, type TapeEnding, type TapeFile, type TapeOrigin, tapeFileSchema } from "./tape-format.ts";
export { type EncodeItems, encodeJudgeItems, type TapeItems } from "./tape-items.ts";
export { type Spoken, withoutThoughts } from "./thinking.ts";
export { type Sleep, systemTiming, type Timing } from "./timing.ts";
export { type MeasuredTimes, type Traffic, type WireOptions, wireOf } from "./traffic.ts";
export type {
  CallOptions,
  CallStage,
  ChatMessage,
  Model,
  ModelAnswer,
  ModelChoice,
  ModelRequest,
  ModelSettings,
  ModelSpec,
  ModelTool,
  ModelToolCall,
  TokenLogprob,
} from "./types.ts";
export { dialectNamed, dialectOf } from "./wire/dialects.ts";
export type { WireRoute } from "./wire/live-wire.ts";
export { outageIn } from "./wire/reading.ts";
export { EventSplitter, type ServerEvent, serverEvents } from "./wire/sse.ts";
export type {
  Dialect,
  DialectName,
  RequestReading,
  ToolResult,
  WireAnswer,
  WireHead,
  WireRequest,
} from "./wire/types.ts";
export { decodedWire, providerWire, type WireModel } from "./wire/wire-model.ts";
export { wireName } from "./wire/wire-name.ts";

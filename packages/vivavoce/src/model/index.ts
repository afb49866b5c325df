export { aiSdkHost, isAiSdkModel } from "./ai-sdk-model.ts";

export { asAiSdkModel, type ServedAiSdkModel } from "./as-ai-sdk-model.ts";
export { showAddress } from "./call-numbers.ts";

export { type Cassette, openCassette } from "./cassette.ts";
export { type DistantTraffic, distantTraffic, servedTraffic, type TrafficStart } from "./distant-traffic.ts";
export { modelEnvironment } from "./environment.ts";
export type { ModelWait } from "./limiter.ts";
export { type LiveTraffic, liveTraffic } from "./live-traffic.ts";
export type { AskMcp, McpReply, McpRequest } from "./mcp.ts";
export { errorOf, type FailedCall, missingOf } from "./missing-answer.ts";
export { ModelError, type ModelFailure } from "./model-error.ts";
export { type ModelLimits, modelLimits } from "./model-limits.ts";
export { modelTimeOf } from "./model-time.ts";
export { checkedSpec, isNamedModel, limiterKey, openModel, paceLimits } from "./open-model.ts";
export { type Admission, burstMs, msEach, type Pace, type PaceLimits, type Ticket } from "./pace.ts";
export type { Price } from "./price-list.ts";
export { costOf, dateOf, type Prices, priceOf } from "./prices.ts";
export { addressOf, type Environment, type Host, hostOf, type ModelAddress, missingKey } from "./provider.ts";
export { type ReplayTraffic, replayTraffic } from "./replay-traffic.ts";
export type { RequestMatchers } from "./request-matchers.ts";
export { type AnswerShelf, trialCache } from "./response-cache.ts";
export { retryAfterMs } from "./retry-after.ts";
export { safeFileName, suiteFolder } from "./safe-file-name.ts";
export { withSettings } from "./settings.ts";
export type { Tape } from "./tape.ts";
export { encodeJudgeItems, type TapeItems } from "./tape-items.ts";
export { withoutThoughts } from "./thinking.ts";
export type { Timing } from "./timing.ts";
export { type MeasuredTimes, type Traffic, type WireOptions, wireOf } from "./traffic.ts";
export type {
  AiSdkModel,
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
export { bearer, vendorAt, vendors } from "./vendors.ts";
export { writeWholeFile } from "./whole-file.ts";
export { dialectNamed, dialectOf } from "./wire/dialects.ts";
export { addToCalls } from "./wire/openai-chat.ts";
export { outageIn } from "./wire/reading.ts";
export { EventLines, EventSplitter, type ServerEvent, serverEvents } from "./wire/sse.ts";
export type {
  Dialect,
  DialectName,
  RequestReading,
  ToolResult,
  WireAnswer,
  WireHead,
  WireRequest,
} from "./wire/types.ts";
export { decodedWire, providerWire, type WireModel, type WireRoute } from "./wire/wire-model.ts";
export { wireName } from "./wire/wire-name.ts";
export { WireFailure } from "./wire/wire-record.ts";

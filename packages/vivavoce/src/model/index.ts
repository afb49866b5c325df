export { aiSdkHost, isAiSdkModel } from "./ai-sdk-model.ts";
export { asAiSdkModel, type ServedAiSdkModel } from "./as-ai-sdk-model.ts";
export { type Cassette, openCassette } from "./cassette.ts";
export { type DistantTraffic, distantTraffic, servedTraffic } from "./distant-traffic.ts";
export { retryAfterMs } from "./http-failure.ts";
export { liveTraffic } from "./live-traffic.ts";
export type { AskMcp, McpReply, McpRequest } from "./mcp.ts";
export { errorOf, type FailedCall, ModelError, type ModelFailure, missingOf } from "./model-error.ts";
export { type ModelLimits, modelLimits } from "./model-limits.ts";
export { checkedSpec, isNamedModel, openModel, withSettings } from "./open-model.ts";
export { type Admission, burstMs, type ModelWait, msEach, type Pace, type PaceLimits, type Ticket } from "./pace.ts";
export { costOf, dateOf, type Price, type Prices, priceOf } from "./prices.ts";
export {
  addressOf,
  type Environment,
  hostOf,
  type ModelAddress,
  modelEnvironment,
  ownClient,
  serversOf,
  vendorAt,
  vendors,
} from "./provider.ts";
export * from "./public.ts";
export { listIn, objectIn, textIn } from "./read-json.ts";
export { type ReplayTraffic, replayTraffic } from "./replay-traffic.ts";
export type { RequestMatchers } from "./request-matchers.ts";
export { type AnswerShelf, trialCache } from "./response-cache.ts";
export { safeFileName, suiteFolder } from "./safe-file-name.ts";
export { encodeJudgeItems, showAddress, type Tape } from "./tape.ts";
export { writeWholeFile } from "./tape-file.ts";
export type { TapeItems } from "./tape-format.ts";
export { withoutThoughts } from "./thinking.ts";
export type { Timing } from "./timing.ts";
export { type MeasuredTimes, type Traffic, type WireOptions, wireOf } from "./traffic.ts";
export { modelTimeOf } from "./trial-clock.ts";
export type {
  AiSdkModel,
  CallOptions,
  CallStage,
  ModelChoice,
  ModelSettings,
  ModelSpec,
  ModelToolCall,
  TokenLogprob,
} from "./types.ts";
export { dialectNamed, dialectOf } from "./wire/dialects.ts";
export { addToCalls } from "./wire/openai-chat.ts";
export { outageIn } from "./wire/reading.ts";
export { EventSplitter, eventsIn, serverEvents } from "./wire/sse.ts";
export type {
  Dialect,
  RequestReading,
  ToolResult,
  WireAnswer,
  WireHead,
  WireRequest,
} from "./wire/types.ts";
export { providerWire, type WireRoute } from "./wire/wire-model.ts";
export { decodedWire, WireFailure } from "./wire/wire-record.ts";
export { keyMark, wireLabel, wireRoute } from "./wire/wire-route.ts";

export type {
  CallOptions,
  CallStage,
  ChatMessage,
  Model,
  ModelAnswer,
  ModelRequest,
  ModelSettings,
  ModelTool,
  ModelToolCall,
  TokenLogprob,
} from "./types.ts";

export type { JsonObject, JsonSchema, JsonValue } from "./base/index.ts";
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
} from "./model/index.ts";
export type { Usage } from "./shape/index.ts";
export {
  type CompletionMessage,
  type CompletionRequest,
  type ModelScript,
  type ScriptedAnswer,
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedServer,
  type ScriptedServerOptions,
  type ScriptedToolCall,
  type ServerFault,
  type ServerScript,
  type ServerStep,
  scriptedModel,
  scriptedServer,
} from "./testing/index.ts";

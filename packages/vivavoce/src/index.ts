export {
  type Agent,
  type AgentContext,
  type AgentEvent,
  AgentFailure,
  type AiSdkAgentOptions,
  type AiSdkFunction,
  type AiSdkTurn,
  aiSdkAgent,
  type CommandOptions,
  commandAgent,
  type FunctionAgentOptions,
  functionAgent,
  type HttpAgentOptions,
  type HttpTurn,
  httpAgent,
  nothingAgent,
  type Reply,
  type ReplyContext,
  type ReplyFunction,
  randomAgent,
  type ServerStart,
  type Session,
  type ToolSpec,
  type Variant,
  wrapTools,
} from "./agent/index.ts";
export {
  exitCodes,
  InfrastructureError,
  InputError,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  VivaError,
  version,
} from "./base/index.ts";
export { type Case, type CaseInput, type CaseSchema, caseSchema, cases } from "./case/index.ts";
export {
  type ConversationLimits,
  FaultedTool,
  type Mock,
  type MockCall,
  type Mocks,
  type PlayOptions,
  play,
} from "./conversation/index.ts";
export type { GatePolicy } from "./gate/index.ts";
export type { GatewayAddress, McpServer, McpServers } from "./gateway/index.ts";
export {
  asAiSdkModel,
  type ChatMessage,
  type Model,
  type ModelAnswer,
  type ModelChoice,
  ModelError,
  type ModelRequest,
} from "./model/index.ts";
export { type Config, defineConfig, type Suite, type SuiteDefinition, suite } from "./suite/index.ts";
export {
  type Approval,
  allCalls,
  callFault,
  callsOf,
  type Exchange,
  isWrite,
  messagesOf,
  type Outcome,
  replyOf,
  type ToolCall,
  type Transcript,
  transcriptSchema,
  wholeReplyOf,
} from "./transcript/index.ts";
export type { Effect, Snapshot, World } from "./world/index.ts";

export {
  type AiSdkAgentOptions,
  type AiSdkFunction,
  type AiSdkMessage,
  type AiSdkTurn,
  aiSdkAgent,
} from "./ai-sdk/ai-sdk-agent.ts";
export type { AiSdkTool, AiSdkTools } from "./ai-sdk/tools.ts";
export { Child, type ChildEnd } from "./command/child.ts";
export { type CommandOptions, commandAgent } from "./command/command-agent.ts";
export { CommandText } from "./command/failures.ts";
export { startWaitMs } from "./command/start-turns.ts";
export { StderrTail } from "./command/stderr-tail.ts";
export type { Piece } from "./dialogue.ts";
export {
  asAgent,
  type FunctionAgentOptions,
  functionAgent,
  type Reply,
  type ReplyContext,
  type ReplyFunction,
} from "./function-agent.ts";
export { httpAgent } from "./http/http-session.ts";
export type { HttpAgentOptions, HttpReply, HttpTurn, ServerStart } from "./http/options.ts";
export { endServers } from "./http/server-for.ts";
export { nothingAgent, randomAgent } from "./stand-ins.ts";
export { callProblem, toolSchemaFaults } from "./tool-schemas.ts";
export type { Agent, AgentContext, AgentEvent, Session, ToolSpec } from "./types.ts";
export { AgentFailure } from "./types.ts";
export { type ToolFunctions, type WrappedTools, wrapTools } from "./wrap-tools.ts";

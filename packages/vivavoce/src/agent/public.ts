export { type AiSdkAgentOptions, type AiSdkFunction, aiSdkAgent } from "./ai-sdk/ai-sdk-agent.ts";
export { type CommandOptions, commandAgent } from "./command/command-agent.ts";
export {
  type FunctionAgentOptions,
  functionAgent,
  type Reply,
  type ReplyContext,
  type ReplyFunction,
} from "./function-agent.ts";
export { httpAgent } from "./http/http-agent.ts";
export type { HttpAgentOptions, HttpReply, HttpTurn } from "./http/options.ts";
export { nothingAgent } from "./stand-ins.ts";
export { type Agent, type AgentContext, type AgentEvent, AgentFailure, type Session, type ToolSpec } from "./types.ts";
export { type ToolFunctions, type WrappedTools, wrapTools } from "./wrap-tools.ts";

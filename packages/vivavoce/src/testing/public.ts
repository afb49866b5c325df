export type { ScriptedAnswer, ScriptedToolCall } from "./scripted-answer.ts";
export { type ModelScript, type ScriptedModel, type ScriptedReply, scriptedModel } from "./scripted-model.ts";
export { type ScriptedServer, type ScriptedServerOptions, scriptedServer } from "./scripted-server.ts";
export type { CompletionMessage, CompletionRequest, ServerFault, ServerScript, ServerStep } from "./server-script.ts";

export type { ScriptedAnswer } from "./scripted-answer.ts";
export { type ModelScript, type ScriptedModel, scriptedModel } from "./scripted-model.ts";
export { type ScriptedServer, type ScriptedServerOptions, scriptedServer } from "./scripted-server.ts";
export type { CompletionRequest, ServerFault, ServerStep } from "./server-script.ts";

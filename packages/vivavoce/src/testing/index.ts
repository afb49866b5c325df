export { instantTiming } from "./instant-timing.ts";
export * from "./public.ts";
export type { ScriptedReply } from "./scripted-model.ts";
export type { ServerScript } from "./server-script.ts";

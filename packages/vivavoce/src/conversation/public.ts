export type { Mock, MockCall, Mocks } from "./mocks.ts";
export { type PlayOptions, play } from "./play.ts";
export type { ConversationLimits } from "./setting.ts";
export { FaultedTool } from "./tool-faults.ts";
export type { Invariants } from "./watched-world.ts";

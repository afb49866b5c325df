export type { Mock, MockCall, Mocks } from "./mocks.ts";
export { type PlayOptions, play } from "./play.ts";
export { FaultedTool } from "./tool-faults.ts";

export { approver } from "./agent-context.ts";
export { type BusyCode, busyCode } from "./busy-code.ts";
export { openWorld } from "./open-world.ts";
export { Interrupted, playCase } from "./play-case.ts";
export * from "./public.ts";
export { inTrial, runningTrial, trialsUnderWay } from "./running-trial.ts";
export { type ConversationLimits, defaultLimits, type Setting } from "./setting.ts";
export { variantFault, withoutFault } from "./tool-faults.ts";
export type { Invariants } from "./watched-world.ts";

export { approver } from "./approvals.ts";
export { type BusyCode, busyCode } from "./busy-code.ts";
export { Interrupted } from "./interrupted.ts";
export { type ConversationLimits, defaultLimits } from "./limits.ts";
export { openWorld } from "./open-world.ts";
export { type PlayOptions, play } from "./play.ts";
export { playCase } from "./play-case.ts";
export { inTrial, type RunningTrial, runningTrial, trialsUnderWay } from "./running-trial.ts";
export type { Setting } from "./setting.ts";

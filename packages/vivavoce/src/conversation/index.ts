export { approver } from "./approvals.ts";
export { Interrupted } from "./interrupted.ts";
export { type ConversationLimits, defaultLimits } from "./limits.ts";
export { openWorld } from "./open-world.ts";
export { type PlayOptions, play } from "./play.ts";
export { playCase, type Setting } from "./play-case.ts";

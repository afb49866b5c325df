export { Interrupted } from "./interrupted.ts";
export { type ConversationLimits, defaultLimits } from "./limits.ts";
export { type PlayOptions, play } from "./play.ts";
export { openWorld, playCase, type Setting } from "./play-case.ts";

export { binary, verdict } from "./judged/dag/node.ts";
export { type Expected, effectProblems, isMatcher, matchValue, showExpected } from "./matching/index.ts";
export * from "./public.ts";
export { rowOptionsSchema } from "./rows/options.ts";
export { expectsEnding } from "./rules/ending.ts";
export { spokenChecksSchema } from "./rules/spoken-options.ts";
export { scoreSafely } from "./score-checked.ts";
export { judgeCalls, onlyWatches } from "./types.ts";

export { judgeCalls } from "./judge-calls.ts";
export { binary, verdict } from "./judged/dag/node.ts";
export { effectProblems, isMatcher, matchValue, showExpected } from "./matching/index.ts";
export { onlyWatches } from "./only-watches.ts";
export * from "./public.ts";
export { rowOptionsSchema } from "./rows/options.ts";
export { expectsEnding } from "./rules/ending.ts";
export { spokenChecksSchema } from "./rules/spoken/options.ts";
export { scoreSafely } from "./score-checked.ts";

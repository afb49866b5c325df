export { type Expected, isMatcher, matchValue, showExpected } from "./matching/expected.ts";
export { effectProblems } from "./matching/mismatches.ts";
export * from "./public.ts";
export { rowOptionsSchema } from "./rows/options.ts";
export { expectsEnding } from "./rules/ending.ts";
export { spokenChecksSchema } from "./rules/spoken-options.ts";
export { canMiss } from "./rules/text/compare.ts";
export { scoreSafely } from "./score-checked.ts";
export { judgeCalls, onlyWatches } from "./types.ts";

export { bestAlignment } from "./alignment.ts";
export { bestAssignment } from "./assignment.ts";
export { type CustomMatcher, type Expected, isMatcher, type Match, showExpected } from "./expected.ts";
export { compileSchema } from "./json-schema.ts";
export { matchValue } from "./match-value.ts";
export { listMismatches, mismatches, type PartialObject, showPartial } from "./mismatches.ts";
export { showValue } from "./show-value.ts";
export { argumentSimilarity } from "./similarity.ts";

export { showJson as showValue } from "../../base/index.ts";
export { bestAlignment, bestAssignment } from "./assignment.ts";
export {
  asMatcher,
  type CustomMatcher,
  type Expected,
  isCustom,
  isMatcher,
  type Match,
  showExpected,
} from "./expected.ts";
export { matchValue } from "./match-value.ts";
export { effectProblems, type PartialObject, showPartial } from "./mismatches.ts";
export { argumentSimilarity } from "./similarity.ts";

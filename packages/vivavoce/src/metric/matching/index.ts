export { showJson as showValue } from "../../base/index.ts";
export { bestAlignment, bestAssignment } from "./assignment.ts";
export {
  asMatcher,
  type CustomMatcher,
  type Expected,
  isCustom,
  isMatcher,
  type Match,
  matchValue,
  showExpected,
} from "./expected.ts";
export { argumentSimilarity, effectProblems, type PartialObject, showPartial } from "./mismatches.ts";

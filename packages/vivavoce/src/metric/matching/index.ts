export { showJson as showValue } from "../../base/index.ts";
export { bestAlignment } from "./alignment.ts";
export { bestAssignment } from "./assignment.ts";
export { effectProblems } from "./effect-problems.ts";
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
export { type PartialObject, showPartial } from "./mismatches.ts";
export { argumentSimilarity } from "./similarity.ts";

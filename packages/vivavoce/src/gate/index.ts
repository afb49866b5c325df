export type { Again, Tries } from "./again.ts";
export type { Change } from "./changes.ts";
export { comparability, pendingOf } from "./comparability.ts";
export { byDimension, type ComparedDimension, onScaleOf } from "./compare-dimensions.ts";
export type { ComparisonWishes, Measure } from "./compared.ts";
export { apartFrom, type Comparison, type ComparisonResult, compareResults, worseOf } from "./comparison.ts";
export { decision, mapped, reasonOf, worst } from "./decision.ts";
export { shareDraws } from "./exact.ts";
export {
  CaseMeans,
  DrawnOrder,
  earlyPlan,
  MeansGathering,
  MeasureGathering,
  neverPlayed,
  rankOf,
  shownOf,
  unitOf,
} from "./measure-gathering.ts";
export { pairResults, refuseUnknownChoice, type WantedVariants } from "./pair-results.ts";
export { effective, percent, showP, signed } from "./policy.ts";
export { type PowerAnswer, plannedMeasures, powerOf, reachText, tooFew } from "./power.ts";
export { earlierVerdict, type SeenDifference, worstVerdict } from "./test-measure.ts";
export { assertSum, count, emptyTally, skippedReason, statusAgain, trialStatus } from "./trial-status.ts";
export { decide } from "./verdict.ts";

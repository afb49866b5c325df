export { comparability, pendingOf } from "./comparability.ts";
export { byDimension, type ComparedDimension, onScaleOf } from "./compare-dimensions.ts";
export type { ComparisonWishes } from "./compared.ts";
export { apartFrom, type Comparison, compareResults, type Measure, worseOf } from "./comparison.ts";
export { decision, mapped, namingLeftOut, reasonOf, worst } from "./decision.ts";
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
export { pairResults, refuseUnknownChoice } from "./pair-results.ts";
export { effective, percent, showP, signed } from "./policy.ts";
export { plannedMeasures, powerOf, reachText, tooFew } from "./power.ts";
export { earlierVerdict, worstVerdict } from "./test-measure.ts";
export { assertSum, count, emptyTally, skippedReason, statusAgain, trialStatus } from "./trial-status.ts";
export { decide } from "./verdict.ts";

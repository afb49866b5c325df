export type { Again, Tries } from "./again.ts";
export type { Change } from "./changes.ts";
export { comparability, pendingOf } from "./comparability.ts";
export { byDimension, type ComparedDimension, onScaleOf } from "./compare-dimensions.ts";
export type { Flip, Measure } from "./compared.ts";
export { type Comparison, type ComparisonResult, type ComparisonWishes, compareResults } from "./comparison.ts";
export { apartFrom, worseOf } from "./decide-comparison.ts";
export { decision, mapped, reasonOf, worst } from "./decision.ts";
export { DrawnOrder, earlyPlan, rankOf, unitOf } from "./drawn-values.ts";
export { earlierVerdict } from "./earlier-verdict.ts";
export { shareDraws } from "./exact.ts";
export { CaseMeans, MeansGathering, MeasureGathering, neverPlayed, shownOf } from "./measure-gathering.ts";

export { pairResults, refuseUnknownChoice, type WantedVariants } from "./pair-results.ts";
export { effective, percent, showP, signed } from "./policy.ts";
export { type PowerAnswer, plannedMeasures, powerOf } from "./power.ts";
export { type SeenDifference, worstVerdict } from "./test-measure.ts";
export { reachText, tooFew } from "./too-few.ts";
export { assertSum, count, emptyTally, skippedReason, statusAgain, trialStatus } from "./trial-status.ts";

export { decide } from "./verdict.ts";

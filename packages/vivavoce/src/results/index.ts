export {
  type ComparedPair,
  circumstancesOf,
  comparePairs,
  comparisonsIn,
  type DecidedSuite,
  decideAgain,
  decideAgainst,
  decideAndKeep,
  decisionsOf,
  refusalMessage,
  suitesGone,
  takeOver,
} from "./decide-run.ts";
export { dimensionsOf, type MetricDimensions } from "./dimensions.ts";
export { byVariant, type History, readHistory, whyNotWhole } from "./history.ts";
export { readResults, readSuite, readSummaries } from "./read-suite.ts";
export { findReference, findRun, type Reference } from "./reference.ts";
export { type SideBySide, sideBySide } from "./side-by-side.ts";
export { dimensionTrends, type Trend, type TrendPoint, type TrendSeries, trendOf } from "./trend.ts";
export { headerOf, isStopped, stoppedNote, stoppedText } from "./variant-header.ts";
export { withAgain } from "./version-runs.ts";

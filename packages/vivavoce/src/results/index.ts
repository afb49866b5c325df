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
export {
  byVariant,
  dimensionTrends,
  readHistory,
  trendOf,
  whyNotWhole,
} from "./history.ts";
export { readResults, readSuite, readSummaries } from "./read-suite.ts";
export { findReference, findRun, type Reference, withAgain } from "./reference.ts";
export { headerOf, isStopped, stoppedNote, stoppedText } from "./variant-header.ts";

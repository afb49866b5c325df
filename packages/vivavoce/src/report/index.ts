export { type FailureLine, failureLines } from "./failure-lines.ts";
export { plural, showCost, showCount, showDuration, unknown } from "./figures.ts";
export { firstLine, suiteLines } from "./first-line.ts";
export { writeJsonReport } from "./json-report.ts";
export { ProgressLine, type ProgressOutput } from "./progress.ts";
export { plainStyle, type Style, terminalStyle } from "./style.ts";
export { showRate, showVerdict, suiteReport } from "./suite-report.ts";
export { summariseSuite, type TrialRow, type VariantSummary } from "./summary.ts";
export { scoresText, transcriptText } from "./transcript-text.ts";

export { auditJson, auditReportKinds, writeAuditFiles } from "./audit/audit-files.ts";
export { auditText } from "./audit/audit-text.ts";
export { type ColumnCell, inColumns } from "./columns.ts";
export { compareRuns, refusalsIn } from "./compared-runs.ts";
export { comparedText, mostFlips, pairText, verdictSentence } from "./comparison-text.ts";
export { dimensionCases, dimensionTable } from "./dimensions-text.ts";
export { failureLines } from "./failure-lines.ts";
export { showCost, showDuration, showMeasure } from "./figures.ts";
export { annotations } from "./github/annotations.ts";
export { InertLog, inertJson } from "./github/inert-log.ts";
export { writeJsonReport } from "./json-report.ts";
export { cardList, cardText, isAbout } from "./judge-card-text.ts";
export { markdownReport } from "./markdown/markdown-report.ts";
export { beyondRates } from "./measure-text.ts";
export { powerText } from "./power-text.ts";
export {
  comparisonReportKinds,
  type ReportKind,
  reportKinds,
  writeComparisonFiles,
  writeReportFiles,
  writeWhole,
} from "./report-files.ts";
export { earlierText, originText, runFacts } from "./run-facts.ts";
export { sideBySideText } from "./side-by-side-text.ts";
export { stepsText } from "./steps-text.ts";
export { plainStyle, type Style, showVerdict, terminalStyle } from "./style.ts";
export { suiteText } from "./suite-report.ts";
export { exchangeText, scoresText, stderrText, transcriptText } from "./transcript-text.ts";
export { trendPlot, trendText } from "./trend-text.ts";
export { action, actions } from "./views/actions.ts";
export { type CompareAnswer, compareAnswer, comparisonJson } from "./views/compare-view.ts";
export { dagText } from "./views/graph-picture.ts";
export { type ViewContext, view, wholeNumber } from "./views/view.ts";
export { views } from "./views/views.ts";

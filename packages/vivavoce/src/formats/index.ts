export { exportedRun, exportFormats } from "./export/exported-run.ts";
export { type Imported, importFiles, importFormats } from "./import/import-files.ts";
export { notesText } from "./import/import-report.ts";
export { madeFiles, madeSuite } from "./import/written-files.ts";
export { TranscriptMatcher } from "./transcripts/match-transcripts.ts";
export { readTranscripts } from "./transcripts/read-transcripts.ts";

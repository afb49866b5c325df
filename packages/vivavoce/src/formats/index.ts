export { exportedRun, exportFormats } from "./export/exported-run.ts";
export { type Imported, type ImportFormat, importFiles, importFormats } from "./import/import-files.ts";
export { notesText } from "./import/import-report.ts";
export { type MadeFile, madeFiles, madeSuite } from "./import/written-files.ts";
export { TranscriptMatcher } from "./transcripts/match-transcripts.ts";
export { readTranscripts, type TranscriptFile } from "./transcripts/read-transcripts.ts";

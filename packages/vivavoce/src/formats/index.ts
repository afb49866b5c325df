export { type ExportFormat, exportedRun, exportFormats } from "./export/exported-run.ts";
export { type ImportFormat, importFormats } from "./import/guess-format.ts";
export { type Imported, type ImportedFile, importFiles } from "./import/import-files.ts";
export { notesText } from "./import/import-report.ts";
export { type MadeFile, madeFiles } from "./import/written-files.ts";
export { type ChatConversation, fromMessages, type MessageFlaw } from "./transcripts/from-messages.ts";
export type { GivenTranscript } from "./transcripts/given-transcript.ts";
export { TranscriptMatcher } from "./transcripts/match-transcripts.ts";
export { formatOfText, readTranscripts, type TranscriptFile } from "./transcripts/read-transcripts.ts";

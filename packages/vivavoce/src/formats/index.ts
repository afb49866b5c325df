export { type ExportFormat, exportedRun, exportFormats } from "./export/exported-run.ts";
export { type ChatConversation, fromMessages, type MessageFlaw } from "./transcripts/from-messages.ts";
export type { GivenTranscript } from "./transcripts/given-transcript.ts";
export { TranscriptMatcher } from "./transcripts/match-transcripts.ts";
export { formatOfText, readTranscripts, type TranscriptFile } from "./transcripts/read-transcripts.ts";

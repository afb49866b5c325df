export { confine } from "./confine.ts";
export type { DirectoryLimits } from "./diff-files.ts";
export { diffFiles, type FileContent, type FileState } from "./diff-files.ts";
export { diffJson } from "./diff-json.ts";
export { diffNotes } from "./diff-notes.ts";
export { type DirectoryOptions, type DirectoryWorld, directoryWorld } from "./directory-world.ts";
export { type FrameException, outsideFrame, placesOf } from "./frame.ts";
export { matchesGlob } from "./glob.ts";
export { type JsonWorld, jsonWorld } from "./json-world.ts";
export { type MarkdownWorld, markdownWorld } from "./markdown-world.ts";
export { type Note, parseNote, tasksOf } from "./note.ts";
export type { NoteLine, NoteTask, PlacedLine, TaskLine } from "./note-lines.ts";
export { ReportedWorld, reportedWorld } from "./reported-world.ts";
export { showEffect } from "./show-effect.ts";
export { type DiffRow, rowText, textDiff } from "./text-diff.ts";

export { NoteError, OutsideWorldError } from "./world-errors.ts";

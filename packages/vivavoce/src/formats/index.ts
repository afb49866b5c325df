export { type ImportFormat, importFormats } from "./import/guess-format.ts";
export { type Imported, type ImportedFile, importFiles } from "./import/import-files.ts";
export { notesText } from "./import/import-report.ts";
export { type MadeFile, madeFiles } from "./import/written-files.ts";

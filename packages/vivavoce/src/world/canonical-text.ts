/**
 * The same text for a note however it was saved: Unicode NFC, LF, no byte order mark, no white space at the end of a line
 * or of the note.
 */
export function canonicalText(text: string): string {
  const lines = text
    .normalize("NFC")
    .replace(/^\uFEFF+/, "")
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd());
  const end = lines.findLastIndex((line) => line !== "") + 1;
  return end === 0 ? "" : `${lines.slice(0, end).join("\n")}\n`;
}

/** The text with each run of white space as one space: two lines that differ in white space alone become equal. */
export function foldSpace(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

const headingLine = /^ {0,3}#{1,6}(?:[ \t](.*))?$/s;

/** The title of a line such as `## Next actions ##`; undefined if it is not a heading. `#tag` is not one. */
export function readHeading(line: string): string | undefined {
  const match = headingLine.exec(line);
  return match ? withoutClosing(foldSpace(match[1] ?? "")) : undefined;
}

/** Drops the optional closing run of `#`, which a space sets apart from the title. */
function withoutClosing(title: string): string {
  let end = title.length;
  while (title[end - 1] === "#") end -= 1;
  if (end === title.length || (end > 0 && title[end - 1] !== " ")) return title;
  return title.slice(0, end).trimEnd();
}

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

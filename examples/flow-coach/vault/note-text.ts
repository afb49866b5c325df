/** The note with one line (counted from 1) replaced by others; the file's own line ending is kept. */
export function replaceLine(text: string, number: number, ...lines: string[]): string {
  return text
    .split(/\r?\n/)
    .toSpliced(number - 1, 1, ...lines)
    .join(lineEnding(text));
}

/** The note with more lines at its end. */
export function appendLines(text: string, ...lines: string[]): string {
  const ending = lineEnding(text);
  const start = text === "" || text.endsWith("\n") ? text : `${text}${ending}`;
  return `${start}${lines.map((line) => `${line}${ending}`).join("")}`;
}

/** One line of a note as it stands. */
export function lineAt(text: string, number: number): string {
  return text.split(/\r?\n/)[number - 1] ?? "";
}

function lineEnding(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

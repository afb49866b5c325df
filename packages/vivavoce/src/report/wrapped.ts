import type { Style } from "./style.ts";

/** Breaks a text at spaces, so that it fits the terminal. */
export function wrapped(text: string, indent: string, { columns = 80 }: Style, hanging = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const start = lines.length === 0 ? indent : hanging;
    if (line.length > start.length && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = hanging + word;
    } else line += line.length === start.length ? word : ` ${word}`;
  }
  return [...lines, line];
}

import { cellsOf, cutMiddle, padEnd, padStart } from "../base/index.ts";
import type { Style } from "./style.ts";

/** A text of a table, and how it is painted once it is as wide as its column. */
export type ColumnCell = string | { text: string; paint(text: string): string };

interface ColumnRules {
  /** What stands before each row. */
  indent?: string;
  /** To which side cells lean; without a word, the first column to the left and the others to the right. */
  align?: readonly ("left" | "right")[];
  /** The least width of each column. */
  least?: readonly number[];
  /** The width that the table must fit into; without it, the table is as wide as it gets. */
  columns?: number | undefined;
  /** The first row holds the titles of the columns; a table that is turned into a list names them beside each value. */
  titled?: boolean;
}

/** Names are not cut shorter than this: then the table becomes a list. */
const leastName = 20;
const gap = "  ";

/**
 * Rows as lines in which every column is as wide as its widest cell. Where that is too wide, the names of the first
 * column are cut in the middle, and if that is not enough each row becomes a short list of its values. There is one
 * entry for each row, which may hold several lines; the titles of a list are empty.
 */
export function inColumns(rows: readonly (readonly ColumnCell[])[], rules: ColumnRules = {}): string[] {
  const { indent = "  ", align = [], least = [], columns } = rules;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? least[column] ?? 0, cellsOf(textOf(cell)));
  }
  const sideOf = (column: number) => align[column] ?? (column === 0 ? "left" : "right");
  const last = widths.length - 1;
  // Text at the end of a row may go on in the next lines, so it is not part of the table's width.
  const isOpen = last > 0 && sideOf(last) === "left";
  const counted = isOpen ? widths.slice(0, -1) : widths;
  const over = indent.length + counted.reduce((sum, width) => sum + width + gap.length, -gap.length) - (columns ?? 1e9);
  const name = Math.max((widths[0] ?? 0) - Math.max(0, over), Math.min(widths[0] ?? 0, leastName));
  if (columns !== undefined && over > (widths[0] ?? 0) - name) return asList(rows, { ...rules, columns });
  widths[0] = name;
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const side = sideOf(column);
      // What follows the last column is the end of the line.
      const width = side === "left" && column === row.length - 1 ? 0 : (widths[column] ?? 0);
      const text = column === 0 ? cutMiddle(textOf(cell), name) : textOf(cell);
      return painted(cell, side === "left" ? padEnd(text, width) : padStart(text, width));
    });
    return indent + cells.join(gap);
  });
}

/** "  name", and below it the values with their titles. */
function asList(rows: readonly (readonly ColumnCell[])[], rules: ColumnRules & { columns: number }): string[] {
  const { indent = "  ", titled = false, columns } = rules;
  const titles = titled ? (rows[0] ?? []).map(textOf) : [];
  const lists = (titled ? rows.slice(1) : rows).map(([first = "", ...values]) => {
    const name = painted(first, cutMiddle(textOf(first), columns - indent.length));
    const lines: string[] = [];
    let room = 0;
    for (const [index, cell] of values.entries()) {
      const title = titles[index + 1] ?? "";
      const shown = `${title === "" ? "" : `${title} `}${painted(cell, textOf(cell).trim())}`;
      const width = cellsOf(shown) + 3;
      if (width > room) {
        if (lines.length > 0 && room >= 2) lines[lines.length - 1] += " ·";
        lines.push(`${indent}    ${shown}`);
        room = columns - cellsOf(indent) - 4 - width + 3;
      } else {
        lines[lines.length - 1] += ` · ${shown}`;
        room -= width;
      }
    }
    return [`${indent}${name}`, ...lines].join("\n");
  });
  return titled ? ["", ...lists] : lists;
}

function painted(cell: ColumnCell, text: string): string {
  return typeof cell === "string" ? text : cell.paint(text);
}

function textOf(cell: ColumnCell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** Breaks a text at spaces, so that it fits the terminal. A word that is longer than a line is cut. */
export function wrapped(text: string, indent: string, { columns = 80 }: Style, hanging = indent): string[] {
  const room = Math.max(20, columns - Math.max(indent.length, hanging.length));
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ").flatMap((one) => piecesOf(one, room))) {
    const start = lines.length === 0 ? indent : hanging;
    if (line.length > start.length && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = hanging + word;
    } else line += line.length === start.length ? word : ` ${word}`;
  }
  return [...lines, line];
}

function piecesOf(word: string, width: number): string[] {
  return word.length <= width ? [word] : [word.slice(0, width), ...piecesOf(word.slice(width), width)];
}

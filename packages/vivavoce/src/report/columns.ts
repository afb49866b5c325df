/** A text of a table, and how it is painted once it is as wide as its column. */
export type ColumnCell = string | { text: string; paint(text: string): string };

export interface ColumnRules {
  /** What stands before each row. */
  indent?: string;
  /** To which side cells lean; without a word, the first column to the left and the others to the right. */
  align?: readonly ("left" | "right")[];
  /** The least width of each column. */
  least?: readonly number[];
}

/** Rows as lines in which every column is as wide as its widest cell. */
export function inColumns(rows: readonly (readonly ColumnCell[])[], rules: ColumnRules = {}): string[] {
  const { indent = "  ", align = [], least = [] } = rules;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? least[column] ?? 0, textOf(cell).length);
  }
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const side = align[column] ?? (column === 0 ? "left" : "right");
      // What follows the last column is the end of the line.
      const width = side === "left" && column === row.length - 1 ? 0 : (widths[column] ?? 0);
      const padded = side === "left" ? textOf(cell).padEnd(width) : textOf(cell).padStart(width);
      return typeof cell === "string" ? padded : cell.paint(padded);
    });
    return indent + cells.join("  ");
  });
}

function textOf(cell: ColumnCell): string {
  return typeof cell === "string" ? cell : cell.text;
}

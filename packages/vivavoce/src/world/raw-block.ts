import { closesFence, openedFence } from "./code-fence.ts";

/** A block whose lines are kept as written: nothing in it is a heading, a task or a list item. */
export interface RawBlock {
  /** Blank lines count in code, but not in a comment. */
  keepsBlank: boolean;
  endsWith(line: string): boolean;
}

const htmlBlock = /^\s*<(pre|script|style|textarea)(?=[\s>]|$)/i;

/** The block that a line opens and does not close, by its number from 1. `rest` gives the lines below it. */
export function openedBlock(line: string, number: number, rest: () => readonly string[]): RawBlock | undefined {
  // Broken front matter is still not ordinary text.
  const isRule = (row: string) => row === "---";
  if (number === 1 && isRule(line) && rest().some(isRule)) return { keepsBlank: false, endsWith: isRule };
  const fence = openedFence(line);
  if (fence !== undefined) return { keepsBlank: true, endsWith: (row) => closesFence(row, fence) };
  const tag = htmlBlock.exec(line)?.[1]?.toLowerCase();
  if (tag !== undefined) return until(line, (row) => row.toLowerCase().includes(`</${tag}>`), true);
  const start = line.trimStart();
  if (start.startsWith("<!--")) return until(start.slice(4), (row) => row.includes("-->"), false);
  // Obsidian's own comment. A lone %% is text.
  const ends = (row: string) => row.includes("%%");
  return start.startsWith("%%") && rest().some(ends) ? until(start.slice(2), ends, false) : undefined;
}

function until(line: string, endsWith: (row: string) => boolean, keepsBlank: boolean): RawBlock | undefined {
  return endsWith(line) ? undefined : { keepsBlank, endsWith };
}

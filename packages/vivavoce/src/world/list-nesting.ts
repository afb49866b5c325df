/** A bullet or number with white space or nothing after it. */
const listItem = /^\s*([-*+]|\d{1,9}[.)])(\s+|$)/;
/** `---`, `* * *`: a rule, though it looks like bullets. */
const rule = /^\s*([-*_])(?:\s*\1){2,}\s*$/;

/** Whether a line begins a list item. */
export function isListItem(line: string): boolean {
  return listItem.test(line) && !isRule(line);
}

export function isRule(line: string): boolean {
  return rule.test(line);
}

interface OpenItem {
  number: number;
  /** The column at which the item's own text begins: whatever is indented as far hangs under it. */
  content: number;
}

/** How far a line is indented, in columns; a tab leads to the next multiple of four. */
export function columnOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === "\t") column += 4 - (column % 4);
    else if (character.trim() === "") column += 1;
    else break;
  }
  return column;
}

/** The line without its first columns of indentation; what is indented further stays as it is written. */
export function outdented(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  for (; column < columns && index < line.length && line.charAt(index).trim() === ""; index += 1) {
    column += line.charAt(index) === "\t" ? 4 - (column % 4) : 1;
  }
  return " ".repeat(Math.max(0, column - columns)) + line.slice(index);
}

/** Reads a note from top to bottom and says which list item each line hangs under. Indentation alone decides. */
export class ListNesting {
  readonly #open: OpenItem[] = [];

  /** Where the text of the innermost open item begins; 0 outside of any list. */
  get content(): number {
    return this.#open.at(-1)?.content ?? 0;
  }

  /** Ends the items that a line indented less than their text does not belong to. */
  leave(column: number): void {
    while (this.#open.length > 0 && column < this.content) this.#open.pop();
  }

  /** The line number of the item that a line indented so far hangs under. */
  parentAt(column: number): number | undefined {
    return this.#open.findLast(({ content }) => column >= content)?.number;
  }

  /** Opens an item; what is indented below it hangs under it. */
  enter(item: string, number: number): void {
    const [, marker = "", space = ""] = listItem.exec(item) ?? [];
    const gap = space.length >= 1 && space.length <= 4 ? space.length : 1;
    this.#open.push({ number, content: columnOf(item) + marker.length + gap });
  }
}

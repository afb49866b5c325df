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
  column: number;
  /** The column at which the item's own text begins. */
  content: number;
}

/**
 * A line that is indented two columns further than an item is nested in it. Below `1. ` a strict parser needs three; for
 * people, and in most editors, two are enough.
 */
const nestingIndent = 2;

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

/** Reads a note from top to bottom and says which list item each line is nested in, by indentation alone. */
export class ListNesting {
  readonly #open: OpenItem[] = [];

  /** Where the text of the innermost open item begins; 0 outside any list. */
  get content(): number {
    return this.#open.at(-1)?.content ?? 0;
  }

  /** Ends the items that a line with this indentation is not nested in. */
  leave(column: number): void {
    for (let item = this.#open.at(-1); item && !hangsUnder(item, column); item = this.#open.at(-1)) this.#open.pop();
  }

  /** The line number of the item that a line with this indentation is nested in. */
  parentAt(column: number): number | undefined {
    return this.#open.findLast((item) => hangsUnder(item, column))?.number;
  }

  /** Opens an item; lines indented below it are nested in it. */
  enter(item: string, number: number): void {
    const [, marker = "", space = ""] = listItem.exec(item) ?? [];
    const gap = space.length >= 1 && space.length <= 4 ? space.length : 1;
    const column = columnOf(item);
    this.#open.push({ number, column, content: column + marker.length + gap });
  }
}

function hangsUnder(item: OpenItem, column: number): boolean {
  return column >= item.column + nestingIndent;
}

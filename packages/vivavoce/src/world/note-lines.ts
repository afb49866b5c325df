import { foldSpace, readHeading } from "./heading.ts";
import { columnOf, isListItem, isRule, ListNesting } from "./list-nesting.ts";

/** A bullet or number, then a box with one character in it, then white space or nothing: `[x](link)` is not a box. */
const taskLine = /^\s*([-*+]|\d{1,9}[.)])\s+\[(.)\](?:\s+(.*))?$/su;

/** What a task line says. */
interface NoteTask {
  /** `open`, `waiting`, `done`, or the character of another box. */
  box: string;
  /** Without bullet, box and indentation; runs of white space are one space. */
  text: string;
  /** Set if a number, not a bullet, comes before the box: its place in the list then counts. */
  numbered?: true;
}

/** The task in a line such as `- [ ] Call the vendor`; undefined if there is none. */
function readTask(line: string): NoteTask | undefined {
  const [, marker, box, text = ""] = taskLine.exec(line) ?? [];
  if (marker === undefined || box === undefined) return undefined;
  return { box: boxName(box), text: foldSpace(text), ...(marker.length > 1 ? { numbered: true } : {}) };
}

/** The name of a box by the character in it. */
function boxName(character: string): string {
  if (character.trim() === "") return "open";
  if (character === "w") return "waiting";
  return character === "x" || character === "X" ? "done" : character;
}

/** A block whose lines are kept as written: nothing in it is a heading, a task or a list item. */
interface RawBlock {
  /** Blank lines count in code, but not in a comment. */
  keepsBlank: boolean;
  endsWith(line: string): boolean;
}

const htmlBlock = /^\s*<(pre|script|style|textarea)(?=[\s>]|$)/i;

/** The block that a line opens and does not close, by its number from 1. `rest` gives the lines below it. */
function openedBlock(line: string, number: number, rest: () => readonly string[]): RawBlock | undefined {
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

/** It may follow any indentation and list markers, because code is often nested in a list item. */
const opening = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/s;

/** The run of backticks or tildes with which a line opens a block of code; undefined in a line such as `` ```inline``` ``. */
function openedFence(line: string): string | undefined {
  const [, fence, info] = opening.exec(line) ?? [];
  return fence?.startsWith("`") && info?.includes("`") ? undefined : fence;
}

/** Whether a line closes the fence: the same character, at least as long, and nothing else. */
function closesFence(line: string, fence: string): boolean {
  const run = line.trim();
  return run.length >= fence.length && run.startsWith(fence) && run === fence.charAt(0).repeat(run.length);
}

/** The place of a line in a note. */
interface PlacedLine {
  /** The line number from 1 in the whole note, including front matter, as in an editor. */
  number: number;
  /** The nearest heading above the line, "" if there is none; a heading belongs to the one before it. */
  section: string;
  /** The number of the list item that the line is nested in, by its indentation; left out if there is none. */
  parent?: number;
}

/**
 * A line with content: blank lines are left out, except in code. `text` has runs of white space as one space; lines of
 * code, comments and quotations keep theirs. The underline of a heading is a heading, too.
 */
export type NoteLine = PlacedLine & ({ kind: "text" | "heading"; text: string } | ({ kind: "task" } & NoteTask));

/** A task line with its place. */
export type TaskLine = Extract<NoteLine, { kind: "task" }>;

const underline = /^ {0,3}(?:=+|-+)$/;
/** Any number of `>`, each with the one space that belongs to it. */
const quotation = /^\s*((?:> ?)+)(.*)$/s;
/** A line that is indented further and does not continue anything is code. */
const codeIndent = 4;

/** The lines of a note from row `start` on. */
export function readLines(rows: readonly string[], start: number): NoteLine[] {
  const reader = new LineReader();
  for (const [index, row] of rows.entries()) if (index >= start) reader.read(row, index + 1, rows);
  return reader.lines;
}

type Block = RawBlock & { indent: number; parent: number | undefined; blanks: number[] };

class LineReader {
  readonly lines: NoteLine[] = [];
  readonly #nesting = new ListNesting();
  #section = "";
  #block: Block | undefined;
  /** What a line may continue if there is no blank line before it. */
  #above: "nothing" | "paragraph" | "item" = "nothing";

  read(row: string, number: number, rows: readonly string[]): void {
    if (this.#block) this.#readRaw(row, number, this.#block);
    else if (row === "") this.#above = "nothing";
    else this.#readPlain(row, number, rows);
  }

  #readPlain(row: string, number: number, rows: readonly string[]): void {
    const column = columnOf(row);
    const title = readHeading(row);
    const quoted = quotation.exec(row);
    // A line that continues the text above it does not end a list, however it is indented.
    const goesOn = this.#above !== "nothing" && title === undefined && !quoted;
    if (!goesOn || isListItem(row)) this.#nesting.leave(column);
    const parent = this.#nesting.parentAt(column);
    if (this.#above === "nothing" && column - this.#nesting.content >= codeIndent) {
      this.#push("text", outdented(row, this.#nesting.content), number, parent);
    } else if (this.#above === "paragraph" && underline.test(row)) {
      this.#push("heading", row.trim(), number, parent);
      this.#above = "nothing";
    } else if (title !== undefined) {
      this.#push("heading", foldSpace(row), number, parent);
      this.#section = title;
      this.#above = "nothing";
    } else if (quoted) {
      const [, marks = "", said = ""] = quoted;
      this.#push("text", `${"> ".repeat(marks.replaceAll(" ", "").length)}${said}`.trimEnd(), number, parent);
      this.#above = "nothing";
    } else this.#readText(row, number, parent, rows);
  }

  #readText(row: string, number: number, parent: number | undefined, rows: readonly string[]): void {
    const item = isListItem(row);
    if (item) this.#nesting.enter(row, number);
    const task = readTask(row);
    if (task) this.lines.push({ ...this.#place(number, parent), kind: "task", ...task });
    else this.#push("text", foldSpace(row), number, parent);
    this.#above = isRule(row) ? "nothing" : item || this.#above === "item" ? "item" : "paragraph";
    const block = openedBlock(row, number, () => rows.slice(number));
    if (!block) return;
    const indent = item ? this.#nesting.content : columnOf(row);
    this.#block = { ...block, indent, parent: item ? number : parent, blanks: [] };
  }

  #readRaw(row: string, number: number, block: Block): void {
    if (row === "") {
      if (block.keepsBlank) block.blanks.push(number);
      return;
    }
    // Blank lines count between lines of code, but not at the end of an unclosed block.
    for (const blank of block.blanks.splice(0)) this.#push("text", "", blank, block.parent);
    this.#push("text", outdented(row, block.indent), number, block.parent);
    if (!block.endsWith(row)) return;
    this.#block = undefined;
    this.#above = "nothing";
  }

  #push(kind: "text" | "heading", text: string, number: number, parent: number | undefined): void {
    this.lines.push({ ...this.#place(number, parent), kind, text });
  }

  #place(number: number, parent: number | undefined): PlacedLine {
    return { number, section: this.#section, ...(parent === undefined ? {} : { parent }) };
  }
}

/** The line without its first columns of indentation; further indentation is kept. */
function outdented(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  for (; column < columns && index < line.length && line.charAt(index).trim() === ""; index += 1) {
    column += line.charAt(index) === "\t" ? 4 - (column % 4) : 1;
  }
  return " ".repeat(Math.max(0, column - columns)) + line.slice(index);
}

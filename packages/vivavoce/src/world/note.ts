import type { JsonObject } from "../base/index.ts";
import { canonicalText, foldSpace } from "./canonical-text.ts";
import { closesFence, type Fence, openedFence } from "./code-fence.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readHeading } from "./heading.ts";
import { readTask, type Task } from "./task-line.ts";

interface Placed {
  /** Counted from 1 in the whole note, front matter included, as an editor does. */
  number: number;
  /** The nearest heading above the line, "" where there is none; a heading stands under the one before it. */
  section: string;
}

/** A line that says something: blank lines are left out. `text` has runs of white space as one space. */
export type NoteLine = Placed & ({ kind: "text" | "heading"; text: string } | ({ kind: "task" } & Task));

/** A task line with its place. */
export type TaskLine = Extract<NoteLine, { kind: "task" }>;

/** A markdown note in its canonical form. */
export interface Note {
  frontMatter: JsonObject;
  lines: NoteLine[];
}

/**
 * Reads a markdown note: front matter as data, then its lines, each under its heading. Never throws.
 * Inside a block of code nothing is a heading or a task.
 *
 * @example
 * parseNote("# Garden\n- [w] Seeds").lines[1];
 * // { number: 2, section: "Garden", kind: "task", box: "waiting", text: "Seeds" }
 */
export function parseNote(text: string): Note {
  const rows = canonicalText(text).split("\n");
  const frontMatter = readFrontMatter(rows);
  return { frontMatter: frontMatter.data, lines: readLines(rows, frontMatter.length) };
}

function readLines(rows: readonly string[], start: number): NoteLine[] {
  const lines: NoteLine[] = [];
  let section = "";
  let fence: Fence | undefined;
  for (const [index, row] of rows.entries()) {
    if (index < start || row === "") continue;
    const place = { number: index + 1, section };
    const text = { kind: "text" as const, text: foldSpace(row) };
    if (fence !== undefined) {
      if (closesFence(row, fence)) fence = undefined;
      lines.push({ ...place, ...text });
      continue;
    }
    fence = openedFence(row);
    const title = readHeading(row);
    const task = readTask(row);
    if (title !== undefined) {
      section = title;
      lines.push({ ...place, ...text, kind: "heading" });
    } else if (task) lines.push({ ...place, kind: "task", ...task });
    else lines.push({ ...place, ...text });
  }
  return lines;
}

/** The tasks of a note, in order. */
export function tasksOf(note: Note): TaskLine[] {
  return note.lines.filter((line) => line.kind === "task");
}

/** A text that two notes share when their bodies say the same; "" when there is no body. */
export function bodyKey(note: Note): string {
  if (note.lines.length === 0) return "";
  return JSON.stringify(note.lines.map((line) => (line.kind === "task" ? [line.box, line.text] : line.text)));
}

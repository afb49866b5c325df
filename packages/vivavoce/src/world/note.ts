import type { JsonObject } from "../base/index.ts";
import { canonicalText } from "./canonical-text.ts";
import { readFrontMatter } from "./front-matter.ts";
import { type NoteLine, readLines, type TaskLine } from "./note-lines.ts";

/** A markdown note in its canonical form. */
export interface Note {
  /** The front matter, as data. */
  frontMatter: JsonObject;
  /** The lines below it. */
  lines: NoteLine[];
}

/**
 * Reads a markdown note: front matter as data, then its lines, each under its heading. Never throws.
 * Inside a block of code or a comment nothing is a heading or a task.
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

/** A note's text without its front matter, as `canonicalText` writes it. */
export function bodyOf(text: string): string {
  const rows = canonicalText(text).split("\n");
  const body = rows.slice(readFrontMatter(rows).length);
  return body.slice(body.findIndex((row) => row !== "")).join("\n");
}

/**
 * The tasks of a note, in order.
 *
 * @example tasksOf(parseNote(vault.read("Inbox.md"))).filter(({ box }) => box === "open")
 */
export function tasksOf(note: Note): TaskLine[] {
  return note.lines.filter((line) => line.kind === "task");
}

/** The item that each line is nested in, if any. */
export function parentsIn({ lines }: Note): (line: NoteLine) => NoteLine | undefined {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  return ({ parent }) => (parent === undefined ? undefined : byNumber.get(parent));
}

/** Properties of a line that count as a change besides its text: a heading's underline, and its depth. */
export function structureOf(line: NoteLine, depth: number): (string | number)[] {
  return [line.text, depth, line.kind === "heading" ? 1 : 0];
}

/** A text that is equal for two notes with the same body; "" without a body. */
export function bodyKey(note: Note): string {
  if (note.lines.length === 0) return "";
  const parentOf = parentsIn(note);
  const depths = new Map<number, number>();
  const keys = note.lines.map((line) => {
    const parent = parentOf(line);
    const depth = parent ? (depths.get(parent.number) ?? 0) + 1 : 0;
    depths.set(line.number, depth);
    return line.kind === "task" ? [line.box, line.text, depth] : structureOf(line, depth);
  });
  return JSON.stringify(keys);
}

import { foldSpace } from "./canonical-text.ts";

/** A bullet or number, then a box with one character in it, then white space or nothing: `[x](link)` is not a box. */
const taskLine = /^\s*([-*+]|\d{1,9}[.)])\s+\[(.)\](?:\s+(.*))?$/su;

/** What a task line says. */
export interface NoteTask {
  /** `open`, `waiting`, `done`, or the character of another box. */
  box: string;
  /** Without bullet, box and indentation; runs of white space are one space. */
  text: string;
  /** Set if a number, not a bullet, comes before the box: its place in the list then counts. */
  numbered?: true;
}

/** The task in a line such as `- [ ] Call the vendor`; undefined if there is none. */
export function readTask(line: string): NoteTask | undefined {
  const [, marker, box, text = ""] = taskLine.exec(line) ?? [];
  if (marker === undefined || box === undefined) return undefined;
  return { box: boxName(box), text: foldSpace(text), ...(marker.length > 1 ? { numbered: true } : {}) };
}

/** The name of a box by the character in it. */
export function boxName(character: string): string {
  if (character.trim() === "") return "open";
  if (character === "w") return "waiting";
  return character === "x" || character === "X" ? "done" : character;
}

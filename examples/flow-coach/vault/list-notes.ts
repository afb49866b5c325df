import { parseNote } from "vivavoce/world";
import { stringify } from "yaml";
import { bodyOf } from "./front-matter.ts";
import { taskLine } from "./task.ts";
import type { ReviewContext } from "./vault-context.ts";

/** The notes that every vault of Flow has, wherever its projects are. */
export const listNotes = {
  nextActions: "Next actions.md",
  someday: "Someday.md",
  inbox: "Inbox.md",
  focus: "Focus.md",
} as const;

export function nextActionsNote(actions: readonly string[]): string {
  return underHeading("Next actions", actions.map(openBox));
}

export function somedayNote(items: readonly string[]): string {
  return underHeading("Someday", items.map(openBox));
}

export function inboxNote(items: readonly string[]): string {
  return items.map((text) => `${text}\n`).join("");
}

export function focusNote(items: readonly string[]): string {
  return items.map((text) => `${openBox(text)}\n`).join("");
}

/** A line of `Focus.md` says which project it came from. */
export function focusText(action: string, projectTitle: string): string {
  return `${action} ([[${projectTitle}]])`;
}

export function reviewPath(name: string): string {
  return `Reviews/${name}.md`;
}

export function reviewNote({ text, spheres }: ReviewContext): string {
  const frontMatter = spheres === undefined ? "" : `---\n${stringify({ spheres })}---\n\n`;
  return `${frontMatter}${text.trim()}\n`;
}

/** A review protocol as its note has it now. */
export function readReview(note: string): { text: string; spheres: string[] } {
  const { spheres } = parseNote(note).frontMatter;
  return { text: bodyOf(note).trim(), spheres: Array.isArray(spheres) ? spheres.map(String) : [] };
}

/** The items of a note that is a list, whether they are bullets, boxes or bare lines; headings are none. */
export function itemsOf(note: string): string[] {
  return parseNote(note)
    .lines.filter(({ kind }) => kind !== "heading")
    .map(({ text }) => text.replace(/^[-*+] /, ""));
}

function underHeading(heading: string, lines: readonly string[]): string {
  return `# ${heading}\n${lines.length === 0 ? "" : `\n${lines.join("\n")}\n`}`;
}

function openBox(text: string): string {
  return taskLine({ text, state: "open" });
}

import { diffFrontMatter } from "./diff-front-matter.ts";
import { diffTasks } from "./diff-tasks.ts";
import type { Effect } from "./effect.ts";
import { diffLines } from "./line-diff.ts";
import { matchNotes, type PlacedNote } from "./match-notes.ts";
import type { PlacedTask } from "./match-tasks.ts";
import { type Note, type NoteLine, tasksOf } from "./note.ts";
import { inOrder, type PlacedEffect } from "./placed-effect.ts";

/**
 * What changed between two sets of markdown notes (path → text), by note and line. Notes are compared in their canonical
 * form: white space, line ends, the order of front matter keys and of tasks within a section are no change.
 * A created or deleted note is one effect, with nothing said about its content but the tasks that came from or went to
 * another note. A renamed note keeps its body; its front matter is compared.
 *
 * @example
 * diffNotes({ "Inbox.md": "- [ ] Call Ada" }, { "Inbox.md": "- [x] Call Ada" });
 * // [{ kind: "task.status", note: "Inbox.md", section: "", text: "Call Ada", from: "open", to: "done" }]
 */
export function diffNotes(before: Record<string, string>, after: Record<string, string>): Effect[] {
  const { changed, renamed, created, deleted } = matchNotes(before, after);
  const whole: Effect[] = [
    ...created.map(({ path }): Effect => ({ kind: "note.created", note: path })),
    ...deleted.map(({ path }): Effect => ({ kind: "note.deleted", note: path })),
    ...renamed.map(({ from, to }): Effect => ({ kind: "note.renamed", note: to.path, from: from.path })),
  ];
  const frontMatter = [
    ...changed.flatMap((note) => diffFrontMatter(note.path, note.before.frontMatter, note.after.frontMatter)),
    ...renamed.flatMap(({ from, to }) => diffFrontMatter(to.path, from.note.frontMatter, to.note.frontMatter)),
  ];
  const tasks = diffTasks(
    { inKept: changed.flatMap((note) => placeTasks(note.path, note.before)), inWhole: deleted.flatMap(tasksIn) },
    { inKept: changed.flatMap((note) => placeTasks(note.path, note.after)), inWhole: created.flatMap(tasksIn) },
  );
  const text = changed.flatMap((note) => diffText(note.path, note.before, note.after));
  return inOrder([...[...whole, ...frontMatter].map(atTop), ...tasks, ...text]);
}

function tasksIn({ path, note }: PlacedNote): PlacedTask[] {
  return placeTasks(path, note);
}

function placeTasks(path: string, note: Note): PlacedTask[] {
  return tasksOf(note).map((task) => ({ ...task, note: path }));
}

function atTop(effect: Effect): PlacedEffect {
  return { note: "note" in effect ? effect.note : "", line: 0, effect };
}

/** Whatever is no task, line by line; a heading is a line like any other. */
function diffText(path: string, before: Note, after: Note): PlacedEffect[] {
  const left = before.lines.filter((line) => line.kind !== "task");
  const right = after.lines.filter((line) => line.kind !== "task");
  const { removed, inserted } = diffLines(
    left.map((line) => line.text),
    right.map((line) => line.text),
  );
  return [
    ...pick(left, removed).map((line) => textEffect("text.removed", path, line)),
    ...pick(right, inserted).map((line) => textEffect("text.inserted", path, line)),
  ];
}

function pick(lines: readonly NoteLine[], indexes: readonly number[]): NoteLine[] {
  return indexes.flatMap((index) => lines[index] ?? []);
}

function textEffect(kind: "text.removed" | "text.inserted", note: string, line: NoteLine): PlacedEffect {
  return { note, line: line.number, effect: { kind, note, section: line.section, text: line.text } };
}

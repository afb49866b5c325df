import { type JsonObject, sameJson } from "../base/index.ts";
import type { Effect, NoteContent } from "../shape/index.ts";
import { diffTasks } from "./diff-tasks.ts";
import { diffText } from "./diff-text.ts";
import { matchNotes, type PlacedNote } from "./match-notes.ts";
import { placeTasks } from "./match-tasks.ts";
import { bodyOf } from "./note.ts";
import { ownSections, pairSections } from "./pair-sections.ts";
import { inOrder, type PlacedEffect } from "./placed-effect.ts";

/**
 * What changed between two sets of markdown notes (path → text), by note and line. Notes are compared in their canonical
 * form: white space, line ends, the order of front matter keys and of tasks within a section do not count as a change.
 * A created or deleted note is one effect with its content; tasks that moved from or to another note have their own.
 * A renamed note keeps its body; its front matter is compared.
 *
 * @example
 * diffNotes({ "Inbox.md": "- [ ] Call Ada" }, { "Inbox.md": "- [x] Call Ada" });
 * // [{ kind: "task.status", note: "Inbox.md", section: "", text: "Call Ada", from: "open", to: "done" }]
 */
export function diffNotes(before: Record<string, string>, after: Record<string, string>): Effect[] {
  const { changed, renamed, created, deleted } = matchNotes(before, after);
  const whole: Effect[] = [
    ...created.map((note): Effect => ({ kind: "note.created", note: note.path, ...contentOf(note) })),
    ...deleted.map((note): Effect => ({ kind: "note.deleted", note: note.path, ...contentOf(note) })),
    ...renamed.map(({ from, to }): Effect => ({ kind: "note.renamed", note: to.path, from: from.path })),
  ];
  const frontMatter = [
    ...changed.flatMap((note) => diffFrontMatter(note.path, note.before.frontMatter, note.after.frontMatter)),
    ...renamed.flatMap(({ from, to }) => diffFrontMatter(to.path, from.note.frontMatter, to.note.frontMatter)),
  ];
  const sides = changed.map(({ path, before: earlier, after: later }) => {
    const sections = pairSections(earlier, later);
    return {
      path,
      before: { note: earlier, tasks: placeTasks(path, earlier, sections.before) },
      after: { note: later, tasks: placeTasks(path, later, sections.after) },
    };
  });
  const tasks = diffTasks(
    { inKept: sides.flatMap((side) => side.before.tasks), inWhole: deleted.flatMap(tasksIn) },
    { inKept: sides.flatMap((side) => side.after.tasks), inWhole: created.flatMap(tasksIn) },
  );
  const text = sides.flatMap((side) => diffText(side.path, side.before, side.after, tasks.partners));
  return inOrder([...[...whole, ...frontMatter].map(atTop), ...tasks.effects, ...text]);
}

function tasksIn({ path, note }: PlacedNote) {
  return placeTasks(path, note, ownSections(note));
}

function contentOf(placed: PlacedNote): Required<NoteContent> {
  const tasks = tasksIn(placed).map(({ task: { section, text, box }, parent }) => {
    return { section, text, box, ...(parent === undefined ? {} : { parent }) };
  });
  return { frontMatter: placed.note.frontMatter, body: bodyOf(placed.text), tasks };
}

function atTop(effect: Effect): PlacedEffect {
  return { note: "note" in effect ? effect.note : "", line: 0, effect };
}

/** What changed in a note's front matter, compared as data: the order of keys and the notation do not count. */
function diffFrontMatter(note: string, before: JsonObject, after: JsonObject): Effect[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].sort().flatMap((key): Effect[] => {
    const from = Object.hasOwn(before, key) ? before[key] : undefined;
    const to = Object.hasOwn(after, key) ? after[key] : undefined;
    if (to === undefined) return from === undefined ? [] : [{ kind: "frontmatter.removed", note, key, from }];
    if (from === undefined) return [{ kind: "frontmatter.set", note, key, to }];
    return sameJson(from, to) ? [] : [{ kind: "frontmatter.set", note, key, from, to }];
  });
}

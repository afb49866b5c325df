import { InputError, isJsonObject, messageOf } from "../base/index.ts";
import type { Snapshot, World } from "../shape/index.ts";
import { confine } from "./confine.ts";
import { diffNotes } from "./diff-notes.ts";
import { canonicalText } from "./heading.ts";
import { NoteError } from "./world-errors.ts";

/** Markdown notes kept in memory. Every path is confined: see `confine`. */
export interface MarkdownWorld extends World {
  /** The paths of all notes, sorted. */
  list(): string[];
  /** Whether there is a note of this path. */
  has(path: string): boolean;
  /** The text of a note; throws if it does not exist. */
  read(path: string): string;
  /** Replaces the text of a note, or creates it. */
  write(path: string, text: string): void;
  /** Creates a note; throws if it exists. */
  create(path: string, text: string): void;
  /** Removes a note; throws if it does not exist. */
  remove(path: string): void;
  /** Gives a note another path; throws if that is taken. */
  rename(from: string, to: string): void;
  /** The path as this world knows it, or an OutsideWorldError. */
  confine(path: string): string;
  /** All notes, in words. */
  outline(): string;
}

/**
 * A world of markdown notes, path → text.
 *
 * @example
 * const vault = markdownWorld({ "Inbox.md": "- [ ] Call Ada" });
 * const before = vault.snapshot();
 * vault.write("Inbox.md", "- [x] Call Ada");
 * vault.diff(before, vault.snapshot()); // one task.status effect
 */
export function markdownWorld(files: Record<string, string> = {}): MarkdownWorld {
  const notes = openingNotes(files);
  const list = () => [...notes.keys()].sort();
  const read = (path: string) => {
    const text = notes.get(confine(path));
    if (text === undefined) throw new NoteError("no-such-note", path);
    return text;
  };
  const write = (path: string, text: string) => void notes.set(confine(path), text);
  const create = (path: string, text: string) => {
    if (notes.has(confine(path))) throw new NoteError("note-exists", path);
    write(path, text);
  };
  const remove = (path: string) => {
    if (!notes.delete(confine(path))) throw new NoteError("no-such-note", path);
  };
  const rename = (from: string, to: string) => {
    const text = read(from);
    if (confine(from) === confine(to)) return;
    create(to, text);
    remove(from);
  };
  return {
    list,
    read,
    write,
    create,
    remove,
    rename,
    confine,
    has: (path) => notes.has(confine(path)),
    snapshot: () => Object.fromEntries(notes),
    diff: (before, after) => diffNotes(notesOf(before), notesOf(after)),
    // Each path on its own line, with the note's lines indented below, so that no text looks like a path.
    outline: () =>
      list()
        .map((path) => `${path}\n${(canonicalText(read(path)) || "(empty)\n").replace(/^(?=.)/gm, "    ")}`)
        .join("\n") || "There are no notes.",
  };
}

/** The initial notes. Wrong paths are the owner's mistake, not an agent's, and are all reported at once. */
function openingNotes(files: Record<string, string>): Map<string, string> {
  const notes = new Map<string, string>();
  const problems: { message: string }[] = [];
  for (const [path, text] of Object.entries(files)) {
    try {
      const confined = confine(path);
      if (notes.has(confined)) throw new NoteError("note-exists", path);
      notes.set(confined, text);
    } catch (error) {
      problems.push({ message: messageOf(error) });
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  return notes;
}

function notesOf(snapshot: Snapshot): Record<string, string> {
  if (isJsonObject(snapshot) && Object.values(snapshot).every((text) => typeof text === "string")) {
    return snapshot as Record<string, string>;
  }
  throw new InputError({
    message: "this is not a snapshot of a markdown world",
    remedy: "Give what snapshot() returned: an object with the text of each note by its path.",
  });
}

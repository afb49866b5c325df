import { z } from "zod";

/** The note that has changed: its path from the top of the world. */
const note = z.string();
/** The nearest heading above the line, without its `#`; "" above the first heading. */
const section = z.string();
/** What a task or line says, runs of white space as one space; a task without bullet and box, a heading with its `#`. */
const text = z.string();
/** A box by its name, `open` for `[ ]`, `waiting` for `[w]`, `done` for `[x]`; any other is its character. */
const box = z.string();
/** The list item that a line hangs under by its indentation, as `text` says it; left out where there is none. */
const parent = z.string().optional();

/** What is in a note that came or went; a world of one's own may leave it out. */
const noteContentSchema = z.object({
  frontMatter: z.record(z.string(), z.json()).optional(),
  /** The text below the front matter, its tasks included, in canonical form. */
  body: z.string().optional(),
  tasks: z.array(z.object({ section, text, box, parent })).optional(),
});
export type NoteContent = z.infer<typeof noteContentSchema>;

/** The file that has changed: its path from the top of the directory; that of a folder without files ends with a slash. */
const file = z.string();
/** The text of a file; of one that is not text `{ size, sha256 }`, of a link `{ link }`, of a folder `{ folder: true }`. */
const content = z.union([z.string(), z.record(z.string(), z.json())]);
const executable = z.literal(true).optional();
const lines = z.array(z.string()).optional();

/** A JSON pointer (RFC 6901); "" is the whole value. It leads into the later value, that of a removal into the earlier. */
const pointer = z.string();

/** What changed in a world, one thing at a time. */
export const effectSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("note.created"), note, ...noteContentSchema.shape }),
  /** With the content that it had. */
  z.object({ kind: z.literal("note.deleted"), note, ...noteContentSchema.shape }),
  /** `note` is the new path, `from` the old one. */
  z.object({ kind: z.literal("note.renamed"), note, from: z.string() }),
  /** Without `from`: the key was not there. */
  z.object({
    kind: z.literal("frontmatter.set"),
    note,
    key: z.string(),
    from: z.json().optional(),
    to: z.json(),
  }),
  z.object({ kind: z.literal("frontmatter.removed"), note, key: z.string(), from: z.json() }),
  z.object({ kind: z.literal("task.added"), note, section, text, box, parent }),
  z.object({ kind: z.literal("task.deleted"), note, section, text, box, parent }),
  z.object({ kind: z.literal("task.status"), note, section, text, from: box, to: box }),
  /** `note` and `section` are where the task is now; `parent` and `fromParent` are given where it hangs elsewhere, "" under nothing. */
  z.object({
    kind: z.literal("task.moved"),
    note,
    section,
    text,
    fromNote: z.string(),
    fromSection: section,
    parent,
    fromParent: parent,
  }),
  z.object({ kind: z.literal("task.edited"), note, section, from: text, to: text }),
  z.object({ kind: z.literal("text.inserted"), note, section, text, parent }),
  z.object({ kind: z.literal("text.removed"), note, section, text, parent }),
  z.object({ kind: z.literal("file.created"), file, content, executable }),
  z.object({ kind: z.literal("file.deleted"), file, content, executable }),
  /** With the lines that went and came, where both are text. */
  z.object({ kind: z.literal("file.changed"), file, from: content, to: content, removed: lines, inserted: lines }),
  /** `file` is the new path, `from` the old one. */
  z.object({ kind: z.literal("file.renamed"), file, from: z.string() }),
  z.object({
    kind: z.literal("file.mode"),
    file,
    from: z.enum(["plain", "executable"]),
    to: z.enum(["plain", "executable"]),
  }),
  z.object({ kind: z.literal("value.set"), pointer, from: z.json(), to: z.json() }),
  z.object({ kind: z.literal("value.added"), pointer, to: z.json() }),
  z.object({ kind: z.literal("value.removed"), pointer, from: z.json() }),
]);

export type Effect = z.infer<typeof effectSchema>;
export type EffectKind = Effect["kind"];

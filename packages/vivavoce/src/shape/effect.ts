import { z } from "zod";
import type { JsonValue } from "../base/index.ts";
import { optional } from "./optional.ts";

const note = z.string().describe("The note that has changed: its path from the top of the world.");
const section = z.string().describe('The nearest heading above the line, without its `#`; "" above the first heading.');
const text = z
  .string()
  .describe(
    "The text of a task or line, with runs of white space as one space; a task without bullet and box, a heading with its `#`.",
  );
const box = z
  .string()
  .describe(
    "The name of a box: `open` for `[ ]`, `waiting` for `[w]`, `done` for `[x]`; for any other box its character.",
  );
const parent = optional(
  z.string(),
  "The text of the list item that a line is nested in, by its indentation; left out if there is none.",
);

/** The contents of a note that was created or deleted; a custom world may leave them out. */
const noteContentSchema = z.object({
  frontMatter: optional(z.record(z.string(), z.json()), "The front matter of the note."),
  body: optional(z.string(), "The text below the front matter, its tasks included, in canonical form."),
  tasks: optional(z.array(z.object({ section, text, box, parent })), "The tasks of the note."),
});

const file = z
  .string()
  .describe(
    "The file that has changed: its path from the top of the directory. The path of an empty folder ends with a slash.",
  );
const content = z
  .union([z.string(), z.record(z.string(), z.json())])
  .describe(
    "The text of a file; `{ size, sha256 }` if it is not text, `{ link }` for a link, `{ folder: true }` for a folder.",
  );
const executable = optional(z.literal(true), "The file may be run as a program.");
const lines = z.array(z.string()).optional();
const before = z.json().describe("The value before.");
const after = z.json().describe("The value after.");
const key = z.string().describe("The key in the front matter.");
const mode = z.enum(["plain", "executable"]);

const pointer = z
  .string()
  .describe(
    'A JSON pointer (RFC 6901); "" is the whole value. It leads into the later value, that of a removal into the earlier.',
  );

/** What changed in a world, one thing at a time. */
export const effectSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("note.created"), note, ...noteContentSchema.shape }),
  /** With the content that it had. */
  z.object({ kind: z.literal("note.deleted"), note, ...noteContentSchema.shape }),
  /** `note` is the new path, `from` the old one. */
  z.object({ kind: z.literal("note.renamed"), note, from: z.string().describe("The path before.") }),
  /** `from` is left out if the key did not exist. */
  z.object({
    kind: z.literal("frontmatter.set"),
    note,
    key,
    from: optional(before, "The value before; left out if the key was not there."),
    to: after,
  }),
  z.object({ kind: z.literal("frontmatter.removed"), note, key, from: before }),
  z.object({ kind: z.literal("task.added"), note, section, text, box, parent }),
  z.object({ kind: z.literal("task.deleted"), note, section, text, box, parent }),
  z.object({
    kind: z.literal("task.status"),
    note,
    section,
    text,
    from: box.describe("The box before."),
    to: box.describe("The box after."),
  }),
  /** `note` and `section` are where the task is now; `parent` and `fromParent` are set if its parent changed, "" for none. */
  z.object({
    kind: z.literal("task.moved"),
    note,
    section,
    text,
    fromNote: z.string().describe("The note where the task was."),
    fromSection: section.describe("The section where the task was."),
    parent,
    fromParent: parent.describe("The list item that the task was nested in."),
  }),
  z.object({
    kind: z.literal("task.edited"),
    note,
    section,
    from: text.describe("What the task said before."),
    to: text.describe("What it says now."),
  }),
  z.object({ kind: z.literal("text.inserted"), note, section, text, parent }),
  z.object({ kind: z.literal("text.removed"), note, section, text, parent }),
  z.object({ kind: z.literal("file.created"), file, content, executable }),
  z.object({ kind: z.literal("file.deleted"), file, content, executable }),
  /** With the removed and added lines, if both are text. */
  z.object({
    kind: z.literal("file.changed"),
    file,
    from: content.describe("What the file held before."),
    to: content.describe("What it holds now."),
    removed: lines.describe("The removed lines, if both are text."),
    inserted: lines.describe("The added lines, if both are text."),
  }),
  /** `file` is the new path, `from` the old one. */
  z.object({ kind: z.literal("file.renamed"), file, from: z.string().describe("The path before.") }),
  z.object({
    kind: z.literal("file.mode"),
    file,
    from: mode.describe("What it was before."),
    to: mode.describe("What it is now."),
  }),
  z.object({ kind: z.literal("value.set"), pointer, from: before, to: after }),
  z.object({ kind: z.literal("value.added"), pointer, to: after }),
  z.object({ kind: z.literal("value.removed"), pointer, from: before }),
]);

/** One thing that changed in a world. */
export type Effect = z.infer<typeof effectSchema>;

/** The whole state of a world at one moment, as data. */
export type Snapshot = JsonValue;

/** The state that tools act on. Viva takes snapshots before and after each exchange and diffs them into effects. */
export interface World {
  /** A copy of the whole state. */
  snapshot(): Snapshot;
  /** What changed between two snapshots. */
  diff(before: Snapshot, after: Snapshot): Effect[];
  /** The world in words, as a judge or a reader should see it. */
  outline?(): string;
  /**
   * The world at the beginning of the conversation, if that is known only later. Called after the first exchange and at the
   * end. Without it, snapshot() and outline() are used, as they were before the agent was opened.
   */
  opening?(): { snapshot: Snapshot; outline: string };
  /** Releases the world's resources. Called once, after the last snapshot, however the conversation ended. */
  close?(): void | Promise<void>;
}

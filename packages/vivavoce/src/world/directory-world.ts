import { mkdtempSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError, safeLine } from "../base/index.ts";
import type { Snapshot, World } from "../shape/index.ts";
import { type DirectoryLimits, diffFiles, type FileState } from "./diff-files.ts";
import { diffNotes } from "./diff-notes.ts";
import { Directory } from "./directory-files.ts";
import { matchesGlob } from "./glob.ts";

/** A directory on disk that belongs to one trial. */
export interface DirectoryWorld extends World {
  /** The absolute path of the copy, for the agent to work in. */
  readonly path: string;
  /** The absolute path of a place in the copy. Throws an OutsideWorldError, also if a symbolic link leads out of it. */
  resolve(path: string): string;
  /** The files and what they hold, in words. */
  outline(): string;
  /** Removes the copy. */
  close(): void;
}

/** Options of `directoryWorld`. */
export interface DirectoryOptions extends Partial<DirectoryLimits> {
  /** Globs of what is copied; everything if left out. */
  include?: readonly string[];
  /** Globs of what is not copied. Viva still sees what the agent puts there. */
  exclude?: readonly string[];
  /** Globs of what is ignored: changes there are not effects. */
  ignore?: readonly string[];
  /** Compares markdown files as notes, by front matter, task and line. */
  notes?: boolean;
}

/** How much text of files a reader is shown. */
const outlineLength = 64 * 1024;

const opened = new Set<Directory>();

/**
 * A world that is a directory: each trial gets a temporary copy, which is removed at the end. Viva sees what the agent's
 * tools do to the files, in whatever language they are written. A copy is not a sandbox: Viva does not see what is written
 * elsewhere.
 *
 * @example suite({ …, world: () => directoryWorld(new URL("./fixture", import.meta.url), { ignore: ["dist/**"] }) });
 */
export function directoryWorld(source: string | URL, options: DirectoryOptions = {}): DirectoryWorld {
  const { include, exclude = [], ignore = [], notes = false } = options;
  const { maxFiles = 5_000, maxBytes = 32 * 1024 * 1024 } = options;
  const original = directoryAt(source);
  // deepeval leaves its cache wherever it is imported.
  const leftOut = [...exclude, ".deepeval", "**/.deepeval"];
  const fits = (globs: readonly string[], path: string) => globs.some((glob) => matchesGlob(path, glob));
  // The process of a trial sets it, so that its worlds are removed with it.
  const copy = new Directory(realpathSync(mkdtempSync(join(process.env.VIVA_WORLDS ?? tmpdir(), "viva-world-"))));
  // If the process ends before the world is closed, its copy is removed too.
  if (opened.size === 0) process.prependListener("exit", removeAll);
  opened.add(copy);
  try {
    original.copyInto(copy.root, {
      name: `the directory ${safeLine(original.root)}`,
      wants: (place, isFolder) => !fits(leftOut, place) && (isFolder || include === undefined || fits(include, place)),
      mayBeLocked: false,
      ...{ maxFiles, maxBytes },
    });
  } catch (error) {
    close();
    throw error;
  }

  function close(): void {
    copy.remove();
    opened.delete(copy);
    if (opened.size === 0) process.off("exit", removeAll);
  }
  function files(): Record<string, FileState> {
    const look = { wants: (place: string) => !fits(ignore, place), mayBeLocked: true, maxFiles, maxBytes };
    return copy.files({ name: "the agent's copy of the directory", ...look });
  }
  return {
    path: copy.root,
    close,
    resolve: (place) => copy.resolve(place),
    snapshot: files,
    diff: (before, after) => diffDirectories(before, after, notes),
    outline: () => outlineOf(files()),
  };
}

function directoryAt(source: string | URL): Directory {
  const given = typeof source === "string" ? source : fileURLToPath(source);
  const problem = (message: string, remedy: string) => new InputError({ message, remedy });
  if (!statSync(given, { throwIfNoEntry: false })?.isDirectory()) {
    const message = `“${safeLine(given)}” is not a directory`;
    throw problem(message, 'Give one that exists, such as new URL("./fixture", import.meta.url).');
  }
  const directory = new Directory(realpathSync(given));
  if (directory.inside(realpathSync(tmpdir())) !== undefined) {
    const message = `the folder for temporary files, ${safeLine(tmpdir())}, lies inside the directory ${safeLine(directory.root)}`;
    throw problem(message, "Each trial's copy would be part of the next one. Set TMPDIR to another folder.");
  }
  return directory;
}

function removeAll(): void {
  for (const directory of opened) {
    try {
      directory.remove();
    } catch {
      // It is in the system's temporary folder.
    }
  }
}

function diffDirectories(before: Snapshot, after: Snapshot, notes: boolean) {
  const [left, right] = [before, after] as unknown as Record<string, FileState>[];
  if (!left || !right) return [];
  const isNote = ([path, { content }]: [string, FileState]) =>
    notes && /\.(?:md|markdown)$/i.test(path) && typeof content === "string";
  // A note that is something else on the other side, such as a link, is compared as a file.
  const others = new Set(
    [...Object.entries(left), ...Object.entries(right)].filter((file) => !isNote(file)).map(([path]) => path),
  );
  const notesIn = (files: Record<string, FileState>) =>
    Object.fromEntries(
      Object.entries(files).flatMap(([path, { content }]) =>
        others.has(path) || typeof content !== "string" ? [] : [[path, content]],
      ),
    );
  const filesIn = (files: Record<string, FileState>) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => others.has(path)));
  const modes = Object.keys(notesIn(left)).flatMap((path) => diffModes(path, left[path], right[path]));
  return [...diffNotes(notesIn(left), notesIn(right)), ...modes, ...diffFiles(filesIn(left), filesIn(right))];
}

/** Whether a note has become executable, or is no longer: its text does not tell. */
function diffModes(path: string, before: FileState | undefined, after: FileState | undefined) {
  if (!before || !after) return [];
  return diffFiles({ [path]: { ...before, content: "" } }, { [path]: { ...after, content: "" } });
}

/** Each path on its own line, with the text of small files indented below. */
function outlineOf(files: Record<string, FileState>): string {
  let left = outlineLength;
  const shown = Object.entries(files).map(([path, { content }]) => {
    if (typeof content !== "string") return `${path}\n    ${JSON.stringify(content)}\n`;
    left -= content.length;
    return `${path}\n${left < 0 ? `    (${content.length} characters)\n` : indented(content)}`;
  });
  return shown.length === 0 ? "There are no files." : shown.join("\n");
}

function indented(text: string): string {
  return `${text === "" ? "(empty)" : text.trimEnd()}\n`.replace(/^(?=.)/gm, "    ");
}

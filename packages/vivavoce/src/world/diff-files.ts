import { type JsonObject, sameJson } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";
import { diffItems } from "./line-diff.ts";
import { fileName, onlyIn, pairByLikeness } from "./pair-up.ts";

/**
 * What a file holds: its text or, if it is not text, something like `{ size, sha256 }` or `{ link }`.
 * A folder without files is `{ folder: true }`, and its path ends with a slash.
 */
type FileContent = string | JsonObject;

/** How large a directory may be. */
export interface DirectoryLimits {
  /** The most files. */
  maxFiles: number;
  /** The most bytes of all files together. */
  maxBytes: number;
}

/** A file at one moment. */
export type FileState = {
  /** What it holds. */ content: FileContent;
  executable?: true;
};

/**
 * What changed between two sets of files (path → state), file by file; white space counts. A deleted and a created file
 * with the same content are one renamed file.
 *
 * @example diffFiles({}, { "a.txt": { content: "Hello" } })
 */
export function diffFiles(before: Record<string, FileState>, after: Record<string, FileState>): Effect[] {
  const both = Object.entries(before).flatMap(([path, from]) => {
    const to = Object.hasOwn(after, path) ? after[path] : undefined;
    return to ? changesOf(path, from, to) : [];
  });
  const renamed = pairByLikeness(onlyIn(before, after), onlyIn(after, before), [
    (file) => JSON.stringify([contentKey(file), fileName(file[0])]),
    contentKey,
  ]);
  return [
    ...both,
    ...renamed.after.map(([file, state]): Effect => ({ kind: "file.created", file, ...state })),
    ...renamed.before.map(([file, state]): Effect => ({ kind: "file.deleted", file, ...state })),
    ...renamed.pairs.flatMap(([[from, was], [file, is]]): Effect[] => [
      { kind: "file.renamed", file, from },
      ...modeOf(file, was, is),
    ]),
  ].sort((a, b) => ("file" in a && "file" in b ? byCodeUnit(a.file, b.file) : 0));
}

function changesOf(file: string, from: FileState, to: FileState): Effect[] {
  const mode = modeOf(file, from, to);
  if (sameJson(from.content, to.content)) return mode;
  return [{ kind: "file.changed", file, from: from.content, to: to.content, ...linesOf(from, to) }, ...mode];
}

/** Which lines were removed and added, if both are text. */
function linesOf({ content: from }: FileState, { content: to }: FileState) {
  if (typeof from !== "string" || typeof to !== "string") return {};
  const { before: removed, after: inserted } = diffItems(from.split("\n"), to.split("\n"), (line) => line);
  return { removed, inserted };
}

function modeOf(file: string, from: FileState, to: FileState): Effect[] {
  if (from.executable === to.executable) return [];
  const name = ({ executable }: FileState) => (executable ? "executable" : "plain");
  return [{ kind: "file.mode", file, from: name(from), to: name(to) }];
}

/** An empty file cannot be recognised by its content. */
function contentKey([path, { content }]: [path: string, FileState]): string {
  const isNothing = content === "" || path.endsWith("/");
  return JSON.stringify(isNothing ? [path] : { content });
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

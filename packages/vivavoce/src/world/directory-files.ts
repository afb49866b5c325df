import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { hasCode, InfrastructureError, InputError, isMissing, safeLine } from "../base/index.ts";
import type { DirectoryLimits, FileState } from "./diff-files.ts";

/** The contents of a directory, by path from the top with forward slashes; the path of an empty folder ends with one. */
interface Entry {
  path: string;
  /** In bytes, because a name that is not UTF-8 leads nowhere as a text. */
  absolute: Buffer;
  stats: Stats;
}

/** A text that is longer is kept as size and hash, as binary files are. */
const longestText = 256 * 1024;

/** Which parts of a directory are read. */
interface Look extends DirectoryLimits {
  /** The directory's name in messages. */
  name: string;
  wants(path: string, isFolder: boolean): boolean;
  /** Whether a folder that cannot be read counts as empty: an agent may have locked it. */
  mayBeLocked: boolean;
}

/** Every file below a directory, sorted. Symbolic links are entries of their own and never followed. */
export function walk(root: string, { name: what, wants, mayBeLocked, maxFiles, maxBytes }: Look): Entry[] {
  const entries: Entry[] = [];
  let files = 0;
  let bytes = 0;
  const visit = (folder: Buffer, prefix: string): boolean => {
    let isEmpty = true;
    for (const name of listed(folder, mayBeLocked)) {
      const entry = { path: `${prefix}${nameText(name)}`, absolute: within(folder, name) };
      const stats = ifThere(() => lstatSync(entry.absolute));
      if (!stats || !wants(entry.path, stats.isDirectory())) continue;
      isEmpty = false;
      if (stats.isDirectory()) {
        const folderEntry = { path: `${entry.path}/`, absolute: entry.absolute, stats };
        if (visit(entry.absolute, folderEntry.path)) entries.push(folderEntry);
        continue;
      }
      entries.push({ ...entry, stats });
      files += 1;
      bytes += stats.isFile() ? stats.size : 0;
      if (files > maxFiles) throw tooMuch(what, `${maxFiles} files`, "maxFiles");
      if (bytes > maxBytes) throw tooMuch(what, `${maxBytes} bytes`, "maxBytes");
    }
    return isEmpty;
  };
  // An agent may have replaced its directory with something else.
  if (ifThere(() => lstatSync(root))?.isDirectory()) visit(Buffer.from(root), "");
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function tooMuch(what: string, limit: string, option: string): InfrastructureError {
  return new InfrastructureError({
    message: `${what} holds more than ${limit}`,
    remedy: `Leave out what the agent does not need, such as exclude: ["**/node_modules/**"], or raise ${option}.`,
  });
}

function within(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from(sep), name]);
}

function listed(folder: Buffer, mayBeLocked: boolean): Buffer[] {
  try {
    return readdirSync(folder, { encoding: "buffer" });
  } catch (error) {
    if (isMissing(error) || (mayBeLocked && hasCode(error, "EACCES"))) return [];
    throw error;
  }
}

/** Copies entries into an empty directory. Links that lead out of `root` are left out; links within it lead to the copy. */
export function copyInto(target: string, root: string, entries: readonly Entry[]): void {
  for (const { path, absolute, stats } of entries) {
    if (!isText(absolute)) {
      const message = `the name of “${safeLine(path)}” in the directory ${safeLine(root)} is not UTF-8`;
      throw new InputError({ message, remedy: "Rename it, or leave it out with exclude." });
    }
    const place = join(target, path);
    if (stats.isDirectory()) mkdirSync(place, { recursive: true });
    else if (stats.isFile()) {
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(absolute, place);
    } else if (stats.isSymbolicLink()) copyLink(absolute.toString(), place, target, root);
  }
}

function copyLink(link: string, place: string, target: string, root: string): void {
  const named = resolve(dirname(link), readlinkSync(link));
  const inside = insideOf(root, ifThere(() => realpathSync(link)) ?? named);
  if (inside === undefined) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(relative(dirname(place), join(target, inside)) || ".", place);
}

/** The path within a directory; undefined if it is outside. */
export function insideOf(root: string, place: string): string | undefined {
  const path = relative(root, place);
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path;
}

export function stateOf({ path, absolute, stats }: Entry): FileState | undefined {
  if (path.endsWith("/")) return { content: { folder: true } };
  const content = ifThere(() => contentOf(absolute, stats));
  if (content === undefined) return undefined;
  const isExecutable = stats.isFile() && process.platform !== "win32" && (stats.mode & 0o111) !== 0;
  return { content, ...(isExecutable ? { executable: true } : {}) };
}

function contentOf(absolute: Buffer, stats: Stats): FileState["content"] {
  if (stats.isSymbolicLink()) return { link: nameText(readlinkSync(absolute, "buffer")) };
  // A pipe or a device may never end.
  if (!stats.isFile()) return { special: true };
  try {
    if (stats.size > longestText) return { size: stats.size, sha256: hashOf(absolute) };
    const bytes = readFileSync(absolute);
    return textIn(bytes) ?? { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM")) return { unreadable: true };
    throw error;
  }
}

function textIn(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a piece at a time, because the file may be larger than memory. */
function hashOf(file: Buffer): string {
  const hash = createHash("sha256");
  const piece = Buffer.alloc(1024 * 1024);
  const descriptor = openSync(file, "r");
  try {
    for (let read = 1; read > 0; ) {
      read = readSync(descriptor, piece, 0, piece.length, null);
      hash.update(piece.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
  return hash.digest("hex");
}

/** Removes a directory, even if an agent has locked folders in it. */
export function removeDirectory(root: string): void {
  try {
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
    unlock(Buffer.from(root));
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

function unlock(folder: Buffer): void {
  chmodSync(folder, 0o700);
  for (const place of listed(folder, false).map((name) => within(folder, name)))
    if (lstatSync(place).isDirectory()) unlock(place);
}

/** Files that an agent's own processes remove during the reading count as missing. */
export function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * The text of a file's name. Names are bytes on some systems, and a name need not be UTF-8: its other bytes are then
 * shown as `\xE9`, since the usual replacement character would give several files one name and lead to none of them.
 */
function nameText(name: Buffer): string {
  const asByte = (character: string) => `\\x${Buffer.from(character, "latin1").toString("hex").toUpperCase()}`;
  return isText(name) ? name.toString() : name.toString("latin1").replace(/[^ -~]/g, asByte);
}

/** Whether the name can be written as text without a loss. */
function isText(name: Buffer): boolean {
  return Buffer.from(name.toString()).equals(name);
}

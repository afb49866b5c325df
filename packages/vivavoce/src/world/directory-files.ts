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
import { confine } from "./confine.ts";
import type { DirectoryLimits, FileState } from "./diff-files.ts";
import { OutsideWorldError } from "./world-errors.ts";

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

/** A directory on disk: one that a suite names, or a trial's copy of it. */
export class Directory {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The path of a place within it; undefined if it is outside. */
  inside(place: string): string | undefined {
    const path = relative(this.root, place);
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path;
  }

  /** Every file below it, sorted. Symbolic links are entries of their own and never followed. */
  #walk({ name: what, wants, mayBeLocked, maxFiles, maxBytes }: Look): Entry[] {
    const entries: Entry[] = [];
    let [files, bytes] = [0, 0];
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
    if (ifThere(() => lstatSync(this.root))?.isDirectory()) visit(Buffer.from(this.root), "");
    return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** What every file holds. */
  files(look: Look): Record<string, FileState> {
    return Object.fromEntries(this.#walk(look).flatMap(stateOf));
  }

  /** Copies its files into an empty directory. Links that lead out are left out; links within it lead to the copy. */
  copyInto(target: string, look: Look): void {
    for (const { path, absolute, stats } of this.#walk(look)) {
      if (!isText(absolute)) {
        const message = `the name of “${safeLine(path)}” in the directory ${safeLine(this.root)} is not UTF-8`;
        throw new InputError({ message, remedy: "Rename it, or leave it out with exclude." });
      }
      const place = join(target, path);
      if (stats.isDirectory()) mkdirSync(place, { recursive: true });
      else if (stats.isFile()) {
        mkdirSync(dirname(place), { recursive: true });
        copyFileSync(absolute, place);
      } else if (stats.isSymbolicLink()) this.#copyLink(absolute.toString(), place, target);
    }
  }

  #copyLink(link: string, place: string, target: string): void {
    const named = resolve(dirname(link), readlinkSync(link));
    const inside = this.inside(ifThere(() => realpathSync(link)) ?? named);
    if (inside === undefined) return;
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(relative(dirname(place), join(target, inside)) || ".", place);
  }

  /** The absolute path of a place in it. */
  resolve(path: string): string {
    const place = join(this.root, confine(path));
    for (let existing = place; ; existing = dirname(existing)) {
      if (existing !== this.root && ifThere(() => lstatSync(existing)) === undefined) continue;
      const real = ifThere(() => realpathSync(existing));
      // A dangling link may lead out: writing to it creates the file that it names.
      if (real !== undefined && this.inside(real) !== undefined) return place;
      throw new OutsideWorldError(path, "a symbolic link in it leads out of the directory, or nowhere");
    }
  }

  /** Removes it, even if an agent has locked folders in it. */
  remove(): void {
    try {
      rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      if (!hasCode(error, "EACCES", "EPERM")) throw error;
      unlock(Buffer.from(this.root));
      rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
    }
  }
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

function stateOf({ path, absolute, stats }: Entry): [path: string, state: FileState][] {
  if (path.endsWith("/")) return [[path, { content: { folder: true } }]];
  const content = ifThere(() => contentOf(absolute, stats));
  if (content === undefined) return [];
  const isExecutable = stats.isFile() && process.platform !== "win32" && (stats.mode & 0o111) !== 0;
  return [[path, { content, ...(isExecutable ? { executable: true } : {}) }]];
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

function unlock(folder: Buffer): void {
  chmodSync(folder, 0o700);
  for (const place of listed(folder, false).map((name) => within(folder, name)))
    if (lstatSync(place).isDirectory()) unlock(place);
}

/** Files that an agent's own processes remove during the reading count as missing. */
function ifThere<T>(look: () => T): T | undefined {
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

import { closeSync, constants, ftruncateSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "./store-error.ts";

/** The database, its write-ahead log and the index of that log. */
const endings = ["", "-wal", "-shm"];

/**
 * The files of an open store. SQLite goes on writing to files that were deleted or renamed, where nobody finds the
 * results, and it opens a store without its write-ahead log as if the log had been empty. Both are detected here.
 */
export class StoreFiles {
  readonly #file: string;
  readonly #seen = new Map<string, string>();
  /** The open note, and what it says of the file. */
  #mark: { descriptor: number; birth: string } | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#look();
  }

  /** Throws if a file that this store writes is no longer the one at its path. */
  check(): void {
    const changed = this.#look();
    if (changed === undefined) return;
    throw new StoreError("vanished", {
      message: `the store was deleted, moved or replaced while it was in use (${changed})`,
      place: { file: this.#file },
      remedy:
        "Nothing more is written. If it was moved, put the whole folder back and continue with --resume; otherwise start " +
        "a new run.",
    });
  }

  /** Counts a group that is about to be committed. */
  count(database: DatabaseSync): void {
    database.exec(`PRAGMA user_version = ${groupsIn(database) + 1}`);
  }

  /** Notes outside the database how many groups it holds. */
  note(database: DatabaseSync): void {
    try {
      this.#mark ??= openMark(this.#file);
      // Over the earlier note: the number of groups only grows.
      writeSync(this.#mark.descriptor, `${this.#mark.birth} ${groupsIn(database)}\n`, 0);
    } catch {
      // Without the note, only a lost log would not be noticed.
    }
  }

  close(): void {
    if (this.#mark) closeSync(this.#mark.descriptor);
    this.#mark = undefined;
  }

  /** The name of a file that has changed, if one has. */
  #look(): string | undefined {
    for (const ending of endings) {
      const now = identityOf(`${this.#file}${ending}`);
      const before = this.#seen.get(ending);
      if (before === undefined && now !== undefined) this.#seen.set(ending, now);
      if (before !== undefined && before !== now) return `${this.#file}${ending}`;
    }
    return undefined;
  }
}

/** How many groups the store held at the last write; 0 if unknown, or if it is another file. */
function notedGroups(file: string): number {
  try {
    const [inode, born, count] = readFileSync(markOf(file), "utf8").split(" ");
    // Without a creation time, a new store cannot be distinguished from the old one.
    return born !== "0" && `${inode} ${born}` === birthOf(file) ? Number(count) || 0 : 0;
  } catch {
    return 0;
  }
}

/**
 * Reads the note, and returns what throws if the store holds fewer groups. It is made before the store is opened, because
 * others may be writing.
 */
export function lostLogCheck(file: string): (database: DatabaseSync) => void {
  const noted = notedGroups(file);
  return (database) => {
    const lost = noted - groupsIn(database);
    if (lost <= 0) return;
    throw new StoreError("log-lost", {
      message:
        `the store has lost its last results: ${lost} of ${noted} groups that were written are missing. Its -wal file ` +
        "was deleted or damaged after a process was killed, or the file was replaced by an older one",
      place: { file },
      remedy:
        `Put the -wal file back into ${dirname(file)}. If it is gone for good, delete ${markOf(file)} to continue with the ` +
        "rest; viva list then shows the remaining runs, and --resume plays the missing trials again.",
    });
  };
}

function groupsIn(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}

function openMark(file: string): { descriptor: number; birth: string } {
  const descriptor = openSync(markOf(file), constants.O_WRONLY | constants.O_CREAT);
  ftruncateSync(descriptor);
  return { descriptor, birth: birthOf(file) };
}

function markOf(file: string): string {
  return `${file}-mark`;
}

function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** A new file may get the inode of a deleted one, but not its creation time. */
function birthOf(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

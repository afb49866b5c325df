import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "./store-error.ts";

/** The database, its write-ahead log and the index of that log. */
const endings = ["", "-wal", "-shm"];

/**
 * The files of an open store. SQLite goes on writing files that have been deleted or renamed, where nobody will find
 * the results; and it opens a store whose write-ahead log is missing as if nothing had been in it. Both are told here.
 */
export class StoreFiles {
  readonly #file: string;
  readonly #seen = new Map<string, string>();

  constructor(file: string) {
    this.#file = file;
    this.#look();
  }

  /** Fails where a file that this store writes is no longer the one at its path. */
  check(): void {
    const changed = this.#look();
    if (changed === undefined) return;
    throw new StoreError("vanished", {
      message: `the store has been deleted, moved or replaced while it was in use (${changed})`,
      place: { file: this.#file },
      remedy:
        "Nothing more is written. If it was moved, put the whole folder back and go on with --resume; otherwise start " +
        "a new run.",
    });
  }

  /** Counts a group that is about to be committed. */
  count(database: DatabaseSync): void {
    database.exec(`PRAGMA user_version = ${groupsIn(database) + 1}`);
  }

  /** Notes outside of the database how many groups are safe in it. */
  note(database: DatabaseSync): void {
    try {
      writeFileSync(markOf(this.#file), `${birthOf(this.#file)} ${groupsIn(database)}\n`);
    } catch {
      // Without the note a lost log is not noticed, and nothing else.
    }
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

/** How many groups were safe in the store when one was last written; 0 where nobody knows, or in another file. */
export function notedGroups(file: string): number {
  try {
    const [inode, born, count] = readFileSync(markOf(file), "utf8").split(" ");
    // A file system that keeps no time of birth cannot tell a new store from the old one.
    return born !== "0" && `${inode} ${born}` === birthOf(file) ? Number(count) || 0 : 0;
  } catch {
    return 0;
  }
}

/** Fails where the store holds fewer groups than were noted: read the note first, as others may be writing. */
export function refuseLostLog(database: DatabaseSync, file: string, noted: number): void {
  const lost = noted - groupsIn(database);
  if (lost <= 0) return;
  throw new StoreError("log-lost", {
    message:
      `the store has lost its last results: ${lost} of ${noted} groups that were written are missing. Its -wal file ` +
      "was deleted or damaged after a process was killed, or the file was replaced by an older one",
    place: { file },
    remedy:
      `Put the -wal file back into ${dirname(file)}. If it is gone for good, delete ${markOf(file)} to go on with what ` +
      "is left; viva list then shows which runs are there, and --resume plays what is missing again.",
  });
}

function groupsIn(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version ?? 0);
}

function markOf(file: string): string {
  return `${file}-mark`;
}

function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** A new file may get the number of one that was deleted, but not its time of birth. */
function birthOf(file: string): string {
  const { ino, birthtimeNs } = statSync(file, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

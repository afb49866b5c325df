import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { commitRows, type OpenedStore } from "./commit-rows.ts";
import { migrate } from "./migrations.ts";
import { openAsItLies, openDatabase, openStoreFile } from "./open-database.ts";
import { SqliteDatabase } from "./sqlite-database.ts";
import { StoreError } from "./store-error.ts";
import { notedGroups, refuseLostLog } from "./store-files.ts";
import { ThreadedWriter, writeFailure } from "./threaded-writer.ts";

/** How long groups may block this thread in all. A thread of their own takes about as long to start. */
const mostBlockedMs = 50;

/**
 * Opens a store in a file, or creates one. Syncing to disk blocks, so groups are committed in a thread. It is started when
 * the first groups have taken as long as its start: a short run is over by then.
 */
export async function openSqlite(file: string): Promise<OpenedStore> {
  let native: DatabaseSync | undefined;
  try {
    const noted = notedGroups(file);
    native = openStoreFile(file);
    refuseLostLog(native, file, noted);
    const { database, release } = await upToDate(native, file);
    const thread = new ThreadedWriter(file);
    let blockedMs = 0;
    return {
      database,
      commit: async (group) => {
        // The thread opens the file by its name, and by then it may be another one.
        database.check();
        if (thread.worker || blockedMs > mostBlockedMs) return thread.commit(group);
        const begun = performance.now();
        return commitRows(database, group)
          .finally(() => {
            blockedMs += performance.now() - begun;
          })
          .catch((error: unknown) => {
            throw writeFailure(error);
          });
      },
      writeElsewhere: () => thread.start(),
      close: async () => {
        await thread.close();
        await database.destroy();
        release();
      },
    };
  } catch (error) {
    native?.close();
    throw error;
  }
}

/** Opens a store that is only read: it stays as it is, and so does its folder. An older one is read from a copy. */
export async function openSqliteToRead(file: string): Promise<OpenedStore> {
  const { native, release } = await openToRead(file);
  try {
    const opened = await upToDate(native, file);
    return {
      database: opened.database,
      commit: (group) => commitRows(opened.database, group),
      close: async () => {
        await opened.database.destroy();
        opened.release();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A store in the newest schema. A store that cannot be written is read from a copy in the temporary folder. The copy is
 * read-only too, so that an attempt to write is still refused with the reason.
 */
export async function upToDate(
  native: DatabaseSync,
  file: string,
): Promise<{ database: SqliteDatabase; release(): void }> {
  const database = new SqliteDatabase(native, file);
  try {
    await migrate(database);
    return { database, release: () => {} };
  } catch (error) {
    if (!(error instanceof StoreError) || error.fault !== "read-only") throw error;
  }
  await database.destroy();
  return inCopy(async (copy) => {
    copyFileSync(file, copy);
    const copied = new SqliteDatabase(new DatabaseSync(copy), file);
    await migrate(copied);
    await copied.destroy();
    return { database: new SqliteDatabase(new DatabaseSync(copy, { readOnly: true }), file) };
  });
}

/** Opens a copy in a temporary folder, which `release` deletes. */
async function inCopy<T>(open: (copy: string) => T | Promise<T>): Promise<T & { release(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "viva-store-"));
  const release = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { ...(await open(join(folder, "store.sqlite"))), release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Opens a store's file without changing anything beside it: SQLite would leave an index there. If the store was not
 * closed properly, its last results are in the log; the file and its log are then read from a copy.
 */
async function openToRead(file: string): Promise<{ native: DatabaseSync; release(): void }> {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log || log.size === 0) return { native: openAsItLies(file), release: () => {} };
  return inCopy((copy) => {
    const before = stateOf(file);
    for (const ending of ["-wal", ""]) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    if (stateOf(file) !== before)
      throw new StoreError("unopenable", {
        message: "the store is being written",
        remedy: "Wait until its run is over.",
        place: { file },
      });
    return { native: openDatabase(copy) };
  });
}

function stateOf(file: string): string {
  return ["", "-wal"]
    .map((ending) => statSync(`${file}${ending}`, { bigint: true, throwIfNoEntry: false }))
    .map((found) => `${found?.size} ${found?.mtimeNs}`)
    .join(", ");
}
